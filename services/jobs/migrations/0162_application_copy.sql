-- The applications to each job, copied from the events of pipeline: the list of jobs is sorted by their number.
create table application_copy (
  application_id integer primary key,
  employer_id integer not null,
  job_id integer not null
);
-- Counted from the index alone.
create index application_copy_of_employer on application_copy (employer_id, job_id);
alter table application_copy set (autovacuum_vacuum_insert_scale_factor = 0.02);

-- Copies that were not filled from the states of their owner yet; the row goes when a resync that fills it has begun. An installation
-- that is new has nothing to fill.
create table copy_to_fill (name text primary key);
insert into copy_to_fill select 'application_copy' where exists (select from job);
