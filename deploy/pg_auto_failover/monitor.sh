#!/bin/sh
# Creates pg_auto_failover's monitor and runs it. `npm run trial:failover` uses this file; docs/failover.md explains the steps.
# Run it as the account postgres on a third machine, from panel-postgres@.service. A second run keeps what exists, and an interrupted
# first one continues.
set -eu
: "${PGDATA:?the data directory of the monitor}" "${HOSTNAME_OF_NODE:?the name or address by which the database servers reach this machine}"
PGPORT=${PGPORT:-5431}
PG_CTL=${PG_CTL:-/usr/lib/postgresql/15/bin/pg_ctl}
# trust is for one machine alone.
AUTH=${AUTH:-scram-sha-256}
TLS=${TLS:---ssl-self-signed}

# The last step makes this file. Until then each start repeats all steps.
ready=$PGDATA.ready
if [ ! -e "$PGDATA/PG_VERSION" ] || [ ! -e "$ready" ]; then
  case ${PGPASSWORD:?the password of the database machines among themselves} in
    *[!0-9A-Za-z]*) echo 'PGPASSWORD may have letters and digits only.' >&2 && exit 1 ;;
  esac
  # Half a data directory is made again.
  [ ! -e "$PGDATA.creating" ] || rm -rf "$PGDATA"
  [ -e "$PGDATA" ] || : >"$PGDATA.creating"
  pg_autoctl create monitor --pgctl "$PG_CTL" --pgdata "$PGDATA" --pgport "$PGPORT" \
    --hostname "$HOSTNAME_OF_NODE" --auth "$AUTH" "$TLS"
  rm -f "$PGDATA.creating"
  echo "alter role autoctl_node password '$PGPASSWORD'" |
    "${PG_CTL%pg_ctl}postgres" --single -c exit_on_error=on -D "$PGDATA" pg_auto_failover >/dev/null
  # pg_autoctl lets every account of this machine in. Now only postgres enters, or who has a password.
  sed -i "s/^\(host .*\)trust\$/\1$AUTH/" "$PGDATA/pg_hba.conf"
  # The defaults find a dead primary after 20 to 30 seconds, and then wait another 30. With these the standby is promoted within ten seconds.
  # An old primary that is still alive acknowledges nothing in that time: its standby has left it.
  # An interruption leaves the whole old file; of lines that stand there twice the last counts.
  cat "$PGDATA/postgresql.conf" - >"$PGDATA/postgresql.conf.new" <<CONF
unix_socket_permissions = 0700
pgautofailover.health_check_period = 1000
pgautofailover.health_check_timeout = 1000
pgautofailover.health_check_max_retries = 1
pgautofailover.health_check_retry_delay = 500
pgautofailover.node_considered_unhealthy_timeout = 3000
pgautofailover.primary_demote_timeout = 1000
pgautofailover.startup_grace_period = 5000
CONF
  mv "$PGDATA/postgresql.conf.new" "$PGDATA/postgresql.conf"
  sync
  : >"$ready"
fi
exec pg_autoctl run --pgdata "$PGDATA"
