#!/bin/bash
# Installs the panel on a bare Debian server: Node, a system account, the service, HTTPS by Caddy, hourly backups. From a checkout:
#   sudo deploy/install.sh --domain panel.example.com
# docs/operations.md explains it. A second run changes only what is missing. scripts/install.test.ts runs this file with other programs
# in the place of apt-get, systemctl, npm and so on; on a real server it was not tried.
set -euo pipefail

fail() {
  echo "$*" >&2
  exit 1
}

domain='' dry='' root=''
while [ $# -gt 0 ]; do
  case $1 in
    --domain | --root)
      [ -n "${2:-}" ] || fail "$1 needs a value."
      if [ "$1" = --domain ]; then domain=$2; else root=$2; fi
      shift
      ;;
    --dry-run) dry=yes ;;
    --help)
      cat <<'TEXT'
deploy/install.sh [--domain DOMAIN] [--dry-run]

  --domain DOMAIN  the name under which customers reach the panel; without it the script asks
  --dry-run        prints what it would do, and changes nothing
  --root DIR       for tests: the folder that stands for /
TEXT
      exit 0
      ;;
    *) fail "Unknown: $1. deploy/install.sh --help says what it takes." ;;
  esac
  shift
done

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
app=$root/opt/panel
config=$root/etc/panel
backups=$root/srv/backups
caddyfile=$root/etc/caddy/Caddyfile
# It exists while a run works. What a run that was killed has written is loaded by the next one.
unfinished=$root/var/tmp/panel-install
# Of a test, everything belongs to its account.
admin=root service=panel
[ -z "$root" ] || { admin=$(id -un) && service=$admin; }
changed=''

# Prints a step. In a dry run it is not done.
step() {
  changed=yes
  echo "- $1"
  [ -z "$dry" ] || return 1
  { mkdir -p "$(dirname "$unfinished")" && : >"$unfinished"; } || fail "Can't write $unfinished."
}

# Puts standard input into a file, unless the file has it: put PATH MODE GROUP. Fails if nothing changes.
put() {
  local draft
  draft=$(mktemp)
  cat >"$draft"
  if cmp -s "$draft" "$root$1"; then
    rm "$draft"
    return 1
  fi
  if step "Write $1"; then
    { mkdir -p "$(dirname "$root$1")" && install -m "$2" -o "$admin" -g "$3" "$draft" "$root$1"; } || fail "Can't write $1."
  fi
  rm "$draft"
}

random() {
  head -c "$1" /dev/urandom | base64 | tr -d '\n'
}

grep -qsx 'ID=debian' "$root/etc/os-release" || fail "This is not Debian: install the panel as docs/operations.md says."
version=$(sed -n 's/^VERSION_ID="\{0,1\}\([0-9]*\).*/\1/p' "$root/etc/os-release")
[ "${version:-0}" -ge 12 ] || fail "This is Debian ${version:-of an unknown version}: the panel needs 12 or later."
[ -n "$dry$root" ] || [ "$(id -u)" = 0 ] || fail "Run it as root: sudo $0"

if [ -z "$domain" ]; then
  echo 'The domain of the panel, such as panel.example.com:'
  read -r domain || true
fi
domain=${domain,,}
label='[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
# The last label begins with a letter, so that an address is no domain.
if [ ${#domain} -gt 253 ] || ! [[ $domain =~ ^($label\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$ ]]; then
  fail "'$(printf %.100s "$domain" | tr -cd '[:print:]')' is no domain. Give a name such as panel.example.com, without https:// and without a path."
fi

site="$domain {
  reverse_proxy 127.0.0.1:3000
}"
if [ -e "$config/main.env" ] && ! grep -qx "PUBLIC_URL=https://$domain" "$config/main.env"; then
  fail "/etc/panel/main.env has another PUBLIC_URL than https://$domain. Change it there, restart panel@main, and run this again."
fi
# Caddy's package comes with an example.
if [ -e "$caddyfile" ] && [ "$(cat "$caddyfile")" != "$site" ] && ! grep -q 'The Caddyfile is an easy way' "$caddyfile"; then
  fail "/etc/caddy/Caddyfile serves something else. Make it this alone, or move it away, and run this again:
$site"
fi

reload=''
[ ! -e "$unfinished" ] || reload=yes

missing=()
for program in curl gpg caddy; do
  command -v "$program" >/dev/null || missing+=("${program/gpg/gnupg}")
done
if [ ${#missing[@]} -gt 0 ] && step "Install packages of Debian: ${missing[*]} ca-certificates"; then
  apt-get update
  apt-get install --yes ca-certificates "${missing[@]}"
fi

major=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/') || major=0
if { [ "$major" -lt 20 ] || ! command -v npm >/dev/null; } && step 'Install Node 24 from deb.nodesource.com'; then
  key=/usr/share/keyrings/nodesource.gpg
  mkdir -p "$root/usr/share/keyrings" "$root/etc/apt/sources.list.d"
  curl -fsSL https://deb.nodesource.com/gpgkey/nodesource-repo.gpg.key | gpg --batch --yes --dearmor -o "$root$key"
  echo "deb [signed-by=$key] https://deb.nodesource.com/node_24.x nodistro main" >"$root/etc/apt/sources.list.d/nodesource.list"
  apt-get update
  apt-get install --yes nodejs
fi

if ! getent passwd panel >/dev/null && step 'Add the system account panel'; then
  useradd --system --user-group --home-dir /var/lib/panel --shell /usr/sbin/nologin panel
fi

if [ ! -e "$app/package.json" ] && step 'Copy the panel to /opt/panel'; then
  rm -rf "$app.new"
  mkdir -p "$app.new"
  tar -C "$source" --exclude=./node_modules --exclude='./.*' --exclude=./dist --exclude=./secrets -cf - . |
    tar -C "$app.new" --no-same-owner -xf -
  cp "$source/.npmrc" "$app.new/"
  mv -T "$app.new" "$app"
fi
if [ ! -e "$app/dist/complete" ] && step 'Install its packages and build it, which takes some minutes'; then
  (cd "$app" && npm ci && npm run build && mkdir -p dist && : >dist/complete)
fi

if [ ! -d "$backups" ] && step 'Make the folder /srv/backups for the account panel'; then
  mkdir -p "$root/srv"
  install -d -m 700 -o "$service" -g "$service" "$backups"
fi
if [ ! -d "$config" ] && step 'Make the folder /etc/panel for settings'; then
  mkdir -p "$root/etc"
  install -d -m 750 -o "$admin" -g "$service" "$config"
fi
if [ ! -e "$config/backup-key" ]; then
  put /etc/panel/backup-key 640 "$service" <<<"$(random 32)"
fi
if [ ! -e "$config/main.env" ]; then
  put /etc/panel/main.env 600 "$admin" <<ENV
HOST=127.0.0.1
PUBLIC_URL=https://$domain
TRUST_PROXY=127.0.0.1
JWT_SECRET=$(random 48)
SECRETS_KEY=$(random 32)
SEED=none
BACKUP_TO=/srv/backups
BACKUP_KEEP=48h,30d,12m
BACKUP_KEY_FILE=/etc/panel/backup-key
ENV
fi

if put /etc/systemd/system/panel@.service 644 "$admin" <"$source/deploy/systemd/panel@.service" || [ -n "$reload" ]; then
  if step 'Start the panel, also at each boot'; then
    systemctl daemon-reload
    systemctl enable panel@main
    systemctl restart panel@main
  fi
fi
if put /etc/caddy/Caddyfile 644 "$admin" <<<"$site" || [ -n "$reload" ]; then
  if step "Let Caddy serve https://$domain"; then
    systemctl enable caddy
    systemctl restart caddy
  fi
fi

[ -n "$changed" ] || { echo 'All is there already: nothing was changed.' && exit 0; }
[ -z "$dry" ] || { echo 'This was a dry run: nothing was changed.' && exit 0; }
rm "$unfinished"
cat <<TEXT
The panel is on https://$domain as soon as that name leads to this server.
The password of admin: cat /var/lib/panel/main/admin-password
Store a copy of /etc/panel away from this server. Mails need SMTP_URL in /etc/panel/main.env.
TEXT
