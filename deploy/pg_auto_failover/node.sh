#!/bin/sh
# Creates a database server under pg_auto_failover and runs it: the first is the primary, the second its synchronous standby.
# `npm run trial:failover` uses this file; docs/failover.md explains the steps.
# Run it as the account postgres, from panel-postgres@.service. A second run keeps what exists, and an interrupted
# first one continues.
set -eu
# The database's encoding and collation. The panel needs UTF-8.
export LC_ALL=C.UTF-8
: "${PGDATA:?the data directory}" "${NODE_NAME:?a name for this server, for example db1}"
: "${HOSTNAME_OF_NODE:?the name or address by which the others reach this machine}"
: "${MONITOR:?postgres://autoctl_node@, the monitor as host:port, and /pg_auto_failover?sslmode=require}"
PGPORT=${PGPORT:-5432}
PG_CTL=${PG_CTL:-/usr/lib/postgresql/15/bin/pg_ctl}
AUTH=${AUTH:-scram-sha-256}
TLS=${TLS:---ssl-self-signed}
LISTEN=${LISTEN:-*}

# PGPASSWORD is also for commands that a person types, such as pg_autoctl show state.
export PGPASSFILE="$PGDATA.pgpass"
[ -z "${PGPASSWORD:-}" ] || (
  umask 077
  printf '*:*:*:%s:%s\n' autoctl_node "$PGPASSWORD" pgautofailover_replicator "$PGPASSWORD" >"$PGPASSFILE"
)

file_of_manager() {
  pg_autoctl show file --pgdata "$PGDATA" "--$1" 2>/dev/null
}

# Adds the lines of its input to a file, each once. An interruption leaves the whole old file.
add_lines() {
  lines=$(cat)
  { printf '%s\n' "$lines" | grep -vxFf - "$1" || :; } >"$1.new"
  printf '%s\n' "$lines" >>"$1.new"
  mv "$1.new" "$1"
}

# The last step makes this file. Until then each start repeats all steps. A copy of PGDATA must not bring it along.
ready=$PGDATA.ready
if [ ! -e "$PGDATA/PG_VERSION" ] || [ ! -e "$ready" ]; then
  : "${NETWORK:?the addresses of the panels and database servers, for example 10.0.0.0/24}"
  case ${PGPASSWORD:?the password of the database machines among themselves}${PANEL_PASSWORD:?the password of the role panel} in
    *[!0-9A-Za-z]*) echo 'PGPASSWORD and PANEL_PASSWORD may have letters and digits only.' >&2 && exit 1 ;;
  esac
  # It refuses what is finished, and continues what was interrupted, but not with half a data directory: that is made again.
  if [ ! -e "$(file_of_manager state)" ] || [ -e "$(file_of_manager init)" ]; then
    [ ! -e "$PGDATA.creating" ] || rm -rf "$PGDATA"
    [ -e "$PGDATA" ] || : >"$PGDATA.creating"
    pg_autoctl create postgres --pgctl "$PG_CTL" --pgdata "$PGDATA" --pgport "$PGPORT" --listen "$LISTEN" \
      --hostname "$HOSTNAME_OF_NODE" --name "$NODE_NAME" --dbname panel --monitor "$MONITOR" --auth "$AUTH" "$TLS"
  fi
  rm -f "$PGDATA.creating"
  # The second server copies all of this from the first.
  if [ ! -e "$PGDATA/standby.signal" ]; then
    # The right to shorten deadlock_timeout is for migrations, pg_monitor for the metrics about standbys.
    "${PG_CTL%pg_ctl}postgres" --single -c exit_on_error=on -D "$PGDATA" postgres >/dev/null <<SQL
alter role pgautofailover_replicator password '$PGPASSWORD'
do 'begin if not exists (select from pg_roles where rolname = ''panel'') then create role panel; end if; end'
alter role panel login password '$PANEL_PASSWORD'
grant pg_monitor to panel
alter database panel owner to panel
grant set on parameter deadlock_timeout to panel
SQL
    # pg_autoctl lets every account of this machine in. Now only postgres enters, or who has a password.
    sed -i "s/^\(host .*\)trust\$/\1$AUTH/" "$PGDATA/pg_hba.conf"
    echo 'unix_socket_permissions = 0700' | add_lines "$PGDATA/postgresql.conf"
    # pg_rewind connects to the database postgres, for which pg_autoctl 2.0 adds no line.
    host=hostssl
    [ "$TLS" != --no-ssl ] || host=host
    add_lines "$PGDATA/pg_hba.conf" <<HBA
$host panel panel $NETWORK $AUTH
$host postgres pgautofailover_replicator $NETWORK $AUTH
HBA
  fi
  sync
  : >"$ready"
fi
exec pg_autoctl run --pgdata "$PGDATA"
