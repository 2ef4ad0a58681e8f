#!/bin/sh
# Starts Caddy when the two names are set.
set -eu
missing=
for name in API_DOMAIN PORTAL_DOMAIN; do
  eval "value=\$$name"
  [ -n "$value" ] || missing="$missing $name"
done
if [ -n "$missing" ]; then
  echo "profile tls: set$missing in .env" >&2
  exit 1
fi
export XDG_CONFIG_HOME=/tmp XDG_DATA_HOME=/data
exec caddy run --config "$(dirname "$0")/Caddyfile" --adapter caddyfile
