-- no transaction
-- How many jobs of an employer were never published (P-285), from the index alone.
drop index concurrently if exists job_unpublished;
create index concurrently job_unpublished on job (employer_id) where posted_date is null;
