-- no transaction
-- What the purge of a sandbox deletes.
drop index concurrently if exists application_copy_of_sandbox;
create index concurrently application_copy_of_sandbox on application_copy (sandbox_id) where sandbox_id is not null;
