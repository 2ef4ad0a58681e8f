#!/bin/sh
# Creates the roles and databases that are missing, and sets every password to that of the environment, one for each role. Runs at each
# `docker compose up` before the services. The socket requires no password (pg_hba.conf), so earlier passwords do not matter.
set -eu

# A password may stand in a file: JOBS_DB_PASSWORD_FILE.
for name in POSTGRES ACCOUNTS_DB JOBS_DB PIPELINE_DB CANDIDATE_DB SEARCH_DB WEBHOOK_DB PORTAL_DB; do
  eval "file=\${${name}_PASSWORD_FILE:-}"
  [ -z "$file" ] || { value=$(cat "$file"); export "${name}_PASSWORD=$value"; }
done

refused=
for name in POSTGRES ACCOUNTS_DB JOBS_DB PIPELINE_DB CANDIDATE_DB SEARCH_DB WEBHOOK_DB; do
  name=${name}_PASSWORD
  eval "value=\$$name"
  case "$NODE_ENV $value" in
    'production development-'*)
      echo "$name: is the published development value; set your own" >&2
      refused=yes ;;
  esac
done
if [ "$NODE_ENV ${WEBHOOK_ALLOW_PRIVATE:-}" = 'production true' ]; then
  echo 'WEBHOOK_ALLOW_PRIVATE=true is not allowed with NODE_ENV=production: set WEBHOOK_ALLOW_PRIVATE=false' >&2
  refused=yes
fi
[ -z "$refused" ] || exit 1
# The settings of a release that had no portal: all others start, and the portal says what is missing.
case "$NODE_ENV ${PORTAL_DB_PASSWORD:-development-}" in
  'production development-'*)
    echo 'PORTAL_DB_PASSWORD is not set: the portal gets no database and does not start. Set it in .env (jobboard init --append), then docker compose up -d' >&2
    unset PORTAL_DB_PASSWORD ;;
esac

# Over TCP: the server that initialises an empty volume listens on the socket only, and is stopped again. A server that
# rejects connections (1) is starting; recovery after a crash may take minutes. No server at all (2) is waited for 2 minutes.
attempts=0
while :; do
  state=0
  pg_isready --quiet --host="$POSTGRES_HOST" || state=$?
  [ "$state" != 0 ] || break
  [ "$state" = 1 ] || attempts=$((attempts + 1))
  [ "$attempts" -lt 120 ] || { echo 'there has been no Postgres for 2 minutes' >&2; exit 1; }
  sleep 1
done

# PGHOST is the folder of the socket.
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
-- A statement that fails is not written to the log of the server, which would show its password.
set log_min_error_statement = panic;
\getenv superuser_password POSTGRES_PASSWORD
\getenv accounts ACCOUNTS_DB_PASSWORD
\getenv jobs JOBS_DB_PASSWORD
\getenv pipeline PIPELINE_DB_PASSWORD
\getenv candidate CANDIDATE_DB_PASSWORD
\getenv search SEARCH_DB_PASSWORD
\getenv webhook WEBHOOK_DB_PASSWORD
\getenv portal PORTAL_DB_PASSWORD
-- One process at a time: looking and creating are two statements.
select pg_advisory_lock(hashtext('jobboard db-init')) \gset
alter role postgres password :'superuser_password';
create temporary table service (name, password) as values
  ('accounts', :'accounts'), ('jobs', :'jobs'), ('pipeline', :'pipeline'),
  ('candidate', :'candidate'), ('search', :'search'), ('webhook', :'webhook');
\if :{?portal}
insert into service values ('portal', :'portal');
\endif
select format('create role %I login', name) from service where name not in (select rolname from pg_roles) \gexec
select format('alter role %I login password %L', name, password) from service \gexec
select format('create database %I owner %I', name, name) from service
  where name not in (select datname from pg_database) \gexec
-- A role reaches its own database and no other one, not even the empty ones of the server.
select format('revoke connect on database %I from public', datname) from pg_database where datname <> 'template0' \gexec
SQL
echo "the databases are ready"
