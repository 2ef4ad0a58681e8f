#!/bin/sh
# One database and one role per service; nobody reads another's tables. Runs once, on an empty data volume.
set -eu
for service in accounts jobs pipeline candidate search webhook; do
  psql -v ON_ERROR_STOP=1 -v service="$service" -v password="$SERVICE_DB_PASSWORD" --username "$POSTGRES_USER" <<'SQL'
create role :"service" login password :'password';
create database :"service" owner :"service";
revoke connect on database :"service" from public;
SQL
done
