-- no transaction
-- The rejected applications of an employer by reason, from the index alone.
drop index concurrently if exists application_copy_rejection;
create index concurrently application_copy_rejection on application_copy (employer_id, rejection_code)
  where status = 'Rejected';
