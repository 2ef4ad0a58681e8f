-- What candidates search (P-127): one row per Active job, written by the worker `list-active-jobs` within 2 s of a change.
create table active_job (
  job_id integer primary key,
  posted_at timestamptz not null,
  terms tsvector not null
);
-- Long terms (over 2 KB a row) are stored out of line: a search matches them in the index and does not read them here.
alter table active_job set (toast_tuple_target = 128, autovacuum_vacuum_scale_factor = 0.02);
alter table active_job alter terms set storage external;

-- The list, newest first.
create index active_job_newest on active_job (posted_at desc, job_id desc);
-- Words and filters. Without a pending list, which every search would have to read; only the worker waits for the index.
create index active_job_terms on active_job using gin (terms) with (fastupdate = off);

-- Jobs whose row in active_job may be out of date; taken newest first, so that a backlog does not delay new jobs.
create table active_job_queue (
  id bigint generated always as identity primary key,
  job_id integer not null
);

-- A trigger, so that no way to change a job is left out, also in replicas of the release before.
create function queue_active_job() returns trigger language plpgsql as $$
begin
  insert into active_job_queue (job_id) values (new.id);
  return null;
end
$$;
create trigger queue_active_job after update on job
  for each row when (old.status = 'Active' or new.status = 'Active') execute function queue_active_job();

insert into active_job_queue (job_id) select id from job where status = 'Active' order by posted_date, id;
