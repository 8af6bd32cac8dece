#!/bin/sh
# Creates a database server under pg_auto_failover and runs it: the first is the primary, the second its synchronous standby.
# `npm run trial:failover` uses this file; docs/failover.md explains the steps.
# Run it as the account postgres, from panel-postgres.service. A second run keeps what exists.
set -eu
# The database's encoding and collation. The panel needs UTF-8.
export LC_ALL=C.UTF-8
: "${PGDATA:?the data directory}" "${NODE_NAME:?a name for this server, for example db1}"
: "${HOSTNAME_OF_NODE:?the name or address by which the others reach this machine}"
: "${MONITOR:?the URL that pg_autoctl show uri --monitor prints on the monitor}"
PGPORT=${PGPORT:-5432}
PG_CTL=${PG_CTL:-/usr/lib/postgresql/15/bin/pg_ctl}
AUTH=${AUTH:-scram-sha-256}
TLS=${TLS:---ssl-self-signed}
LISTEN=${LISTEN:-*}

if [ ! -e "$PGDATA/PG_VERSION" ]; then
  pg_autoctl create postgres --pgctl "$PG_CTL" --pgdata "$PGDATA" --pgport "$PGPORT" --listen "$LISTEN" \
    --hostname "$HOSTNAME_OF_NODE" --name "$NODE_NAME" --username panel --dbname panel \
    --monitor "$MONITOR" --auth "$AUTH" "$TLS"
fi
exec pg_autoctl run --pgdata "$PGDATA"
