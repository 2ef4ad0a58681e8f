#!/bin/sh
# Starts NATS with the users of nats.conf. Their passwords come from the environment and go into a file that only this user
# can read: in an argument every user of the machine could read them.
set -eu
umask 077
folder=$(dirname "$0")
config=${NATS_CONFIG:-/tmp/nats.conf}

refused=
for name in NATS GATEWAY_NATS ACCOUNTS_NATS JOBS_NATS PIPELINE_NATS CANDIDATE_NATS SEARCH_NATS WEBHOOK_NATS; do
  # It may stand in a file: JOBS_NATS_PASSWORD_FILE.
  eval "file=\${${name}_PASSWORD_FILE:-}"
  if [ -n "$file" ]; then value=$(cat "$file"); else eval "value=\$${name}_PASSWORD"; fi
  case "$NODE_ENV $value" in
    'production development-'*)
      echo "${name}_PASSWORD: is the published development value; set your own" >&2
      refused=yes ;;
  esac
  printf '%s_PASSWORD = "%s"\n' "$name" "$(printf %s "$value" | sed 's/[\\"]/\\&/g')"
done > "$config.passwords"
[ -z "$refused" ] || exit 1

write_config() {
  cat "$config.passwords" "$folder/permissions.conf" "$folder/nats.conf" > "$config.new"
}
write_config
mv "$config.new" "$config"

# A release brings other permissions: the server reads them without a restart, and connections stay.
server=$$
while sleep "${RELOAD_SECONDS:-10}" && kill -0 "$server" 2>/dev/null; do
  write_config
  cmp -s "$config.new" "$config" || { mv "$config.new" "$config"; kill -HUP "$server"; }
done &
exec nats-server -c "$config"
