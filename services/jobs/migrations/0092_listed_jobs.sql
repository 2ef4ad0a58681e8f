-- no transaction
-- In place of job_newest: lists and their totals from the index alone, also with updatedSince (P-408).
drop index concurrently if exists job_listed;
create index concurrently job_listed on job (employer_id, created_at desc, id desc)
  include (status, expiry_date, updated_at);
-- The jobs of an employer with a reference (P-407).
drop index concurrently if exists job_reference;
create index concurrently job_reference on job (employer_id, reference) where reference is not null;
drop index concurrently if exists job_newest;
