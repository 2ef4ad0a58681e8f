#!/bin/sh
# Replaces the containers of services by new ones while clients call: builds, starts as many new ones as there are old
# ones, waits until they are healthy and found, then stops the old ones one after the other.
#
#   deploy/rolling-upgrade.sh jobs gateway portal   in this order: services before the gateway, the portal last
#   BUILD=false deploy/rolling-upgrade.sh jobs    with the image that is there
#
# The gateway and the portal need deploy/compose.proxy.yml. COMPOSE_PROJECT_NAME, COMPOSE_FILE and .env count as for docker compose.
set -eu

HEALTHY_SECONDS=${HEALTHY_SECONDS:-120}
# Longer than the pause between two look-ups of host names (6 s).
FOUND_SECONDS=${FOUND_SECONDS:-8}
# Longer than a service or gateway takes to drain and stop.
STOP_SECONDS=${STOP_SECONDS:-25}

[ $# -gt 0 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
cd "$(dirname "$0")/.."

health() { docker inspect --format '{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}' "$1"; }

# Waits until each of these containers is healthy.
await_healthy() {
  deadline=$(($(date +%s) + HEALTHY_SECONDS))
  for container in "$@"; do
    until case $(health "$container") in healthy | running) true ;; *) false ;; esac; do
      [ "$(date +%s)" -lt "$deadline" ] || return 1
      sleep 1
    done
  done
}

upgrade() {
  service=$1
  old=$(docker compose ps --quiet "$service")
  [ -n "$old" ] || { echo "$service: no container runs; start it with docker compose up -d $service" >&2; exit 1; }
  count=$(echo "$old" | wc -l)
  if docker inspect --format '{{json .HostConfig.PortBindings}}' $old | grep -q HostPort; then
    echo "$service: it holds a port of this machine, so a second one cannot start; use deploy/compose.proxy.yml" >&2
    exit 1
  fi
  [ "${BUILD:-true}" = false ] || docker compose build "$service"
  echo "$service: starting $count beside $count"
  docker compose up -d --no-build --no-deps --no-recreate --scale "$service=$((count * 2))" "$service"
  new=$(docker compose ps --all --quiet "$service" | grep -vxF "$old" || true)
  if [ -z "$new" ] || ! await_healthy $new; then
    echo "$service: the new containers are not healthy after $HEALTHY_SECONDS s; removing them, the old ones serve on" >&2
    [ -z "$new" ] || { docker logs --tail 20 "$(echo "$new" | head -n 1)" >&2; docker rm -f $new >/dev/null; }
    exit 1
  fi
  sleep "$FOUND_SECONDS"
  for container in $old; do
    docker stop -t "$STOP_SECONDS" "$container" >/dev/null
    docker rm "$container" >/dev/null
    echo "$service: replaced $(echo "$container" | cut -c1-12)"
  done
}

for service in "$@"; do upgrade "$service"; done
