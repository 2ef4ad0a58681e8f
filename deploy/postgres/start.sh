#!/bin/sh
# Starts Postgres. The entrypoint of the image takes a data directory in which initdb was killed for a complete one, and
# Postgres then never starts. No server ever ran in such a directory: each start of one writes postmaster.opts. A physical
# backup that was just restored has none either, but it has a backup_label.
set -eu
if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ] && [ ! -e "$PGDATA/postmaster.opts" ] && [ ! -e "$PGDATA/backup_label" ]; then
  aside="$PGDATA.incomplete-$(date -u +%Y%m%dT%H%M%SZ)"
  echo "initdb was interrupted: $PGDATA is moved to $aside and created again" >&2
  mv "$PGDATA" "$aside"
fi
# initdb requires a password; db-init replaces it. Not that of .env: a new one would restart Postgres.
POSTGRES_PASSWORD=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
export POSTGRES_PASSWORD
exec docker-entrypoint.sh "$@"
