-- The sandbox that a job belongs to; null is live. Its words and filters are in the row: candidates of the sandbox search its few
-- jobs one by one, so that nothing of it is in active_job. After a change of the tokeniser they are those of before until the job
-- changes or the sandbox is reset.
alter table job add column sandbox_id integer, add column sandbox_terms tsvector;
create or replace trigger queue_active_job after update on job
  for each row when ((old.status = 'Active' or new.status = 'Active') and new.sandbox_id is null)
  execute function queue_active_job();
