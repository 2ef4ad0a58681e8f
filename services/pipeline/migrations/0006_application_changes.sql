-- Numbers the changes of an employer's applications. The row lock is held until the commit, so a number is visible
-- before any higher one is (P-104).
create table employer_change (
  employer_id integer primary key,
  last_number bigint not null
);

-- Applications from before this column have number 0 and come first in the list of changes.
alter table application add column change_number bigint not null default 0;
create index application_changed on application (employer_id, change_number, id);

-- For a job's list by the time of the last change: counts and pages from the index alone, with a status too.
create index application_updated on application (employer_id, job_id, updated_at desc, id desc) include (status);
