-- The text and place of a job, which an application carries to its assessment when jobs is down. Null in a copy that is
-- older than this, until the job changes or jobs is resynced.
alter table job_copy
  add column description text,
  add column city text,
  add column country text,
  add column employment_type text,
  add column remote_type text;
