-- no transaction
drop index concurrently if exists job_of_sandbox;
create index concurrently job_of_sandbox on job (sandbox_id) where sandbox_id is not null;
