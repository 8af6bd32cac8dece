#!/bin/sh
# Prints the ledger entries and recharge requests that only one of two databases has, with the customers to be told. It reads only.
# For docs/runbooks.md: after a split brain, or after a restore while the old database can still be read.
#   compare-ledgers.sh FIRST SECOND SINCE
#   compare-ledgers.sh 'host=db1 dbname=panel user=panel' 'host=db2 dbname=panel user=panel' '2026-11-26 05:00+00'
# Passwords belong in ~/.pgpass (others see arguments in a list of processes). Exits with 1 if there is a difference.
set -eu
[ $# -eq 3 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
since=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

rows() {
  psql "$1" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --set=since="$since" <<'SQL'
set timezone = 'UTC';
begin isolation level repeatable read read only;
select format('%s: account %s, entry %s, %s, %s nano-dollars, balance %s; customer %s (%s, %s, %s)%s', l.at, l.account_id, l.seq, l.kind,
    l.amount_nanos, l.balance_after_nanos, u.id, u.user_name, u.phone, u.email,
    coalesce(format('; order %s: %s, %s, %s', o.id, o.quantity, o.service_name, o.link),
      format('; recharge %s: %s, %s', r.id, r.method_name, r.reference), format('; grant %s', l.grant_id)))
  from ledger l join accounts a on a.id = l.account_id join users u on u.id = a.user_id
    left join orders o on o.id = l.order_id left join recharges r on r.id = l.recharge_id
  where l.at >= :'since'
union all
select format('%s: recharge request %s, %s, reference %s, %s taka; customer %s (%s, %s, %s)', r.created_at, r.id, r.method_name, r.reference,
    r.paid_taka, u.id, u.user_name, u.phone, u.email)
  from recharges r join users u on u.id = r.user_id
  where r.created_at >= :'since';
commit;
SQL
}

# Not in a pipe, which would hide that a database can not be read.
rows "$1" >"$folder/one"
rows "$2" >"$folder/two"
LC_ALL=C sort "$folder/one" >"$folder/first"
LC_ALL=C sort "$folder/two" >"$folder/second"
LC_ALL=C comm -23 "$folder/first" "$folder/second" >"$folder/only-first"
LC_ALL=C comm -13 "$folder/first" "$folder/second" >"$folder/only-second"
for side in first second; do
  echo "Only in the $side: $(wc -l <"$folder/only-$side")"
  cat "$folder/only-$side"
done
[ ! -s "$folder/only-first" ] && [ ! -s "$folder/only-second" ]
