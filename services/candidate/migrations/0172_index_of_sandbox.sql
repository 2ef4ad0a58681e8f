-- no transaction
drop index concurrently if exists candidate_of_sandbox;
create index concurrently candidate_of_sandbox on candidate (sandbox_id, id) where sandbox_id is not null;
drop index concurrently if exists erasure_of_sandbox;
create index concurrently erasure_of_sandbox on erasure (sandbox_id, candidate_id) where sandbox_id is not null;
drop index concurrently if exists job_copy_of_sandbox;
create index concurrently job_copy_of_sandbox on job_copy (sandbox_id) where sandbox_id is not null;
-- For the events that an erasure deletes.
drop index concurrently if exists outbox_of_sandbox_profile;
create index concurrently outbox_of_sandbox_profile on outbox (aggregate_id)
  where subject like 'evt.candidate.sandbox_profile.%';
