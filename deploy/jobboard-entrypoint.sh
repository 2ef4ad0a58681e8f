#!/bin/sh
# Runs the command as the owner of the mounted folder, so that the operator can read the files that it writes.
set -eu
set -- node /app/tools/jobboard/src/main.ts "$@"
if [ "$(id -u)" != 0 ] || [ "$(stat -c %u .)" = 0 ]; then exec "$@"; fi
exec setpriv --reuid "$(stat -c %u .)" --regid "$(stat -c %g .)" --clear-groups "$@"
