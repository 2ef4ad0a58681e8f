-- no transaction
-- For the list of an employer's applications over all jobs (P-404): counts and pages from the index alone, with a status
-- too.
drop index concurrently if exists application_of_employer;
create index concurrently application_of_employer on application (employer_id, applied_at desc, id desc) include (status);
drop index concurrently if exists application_of_employer_updated;
create index concurrently application_of_employer_updated on application (employer_id, updated_at desc, id desc) include (status);
