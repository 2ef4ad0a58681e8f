-- Copies of what jobs, pipeline and search tell, for the numbers of an employer. Rebuilt from events; nobody else reads them.
create table job_copy (
  job_id integer primary key,
  employer_id integer not null,
  status text not null,
  title text not null,
  expiry_date timestamptz,
  version integer not null
);
-- Counts by state from the index alone, and the newest jobs.
create index job_copy_newest on job_copy (employer_id, job_id desc) include (status, expiry_date);

create table application_copy (
  application_id integer primary key,
  employer_id integer not null,
  job_id integer not null,
  status text not null,
  -- The furthest stage it ever reached: 0 none, 1 Interviewing, 2 Offered, 3 Hired.
  stage smallint not null,
  version integer not null
);
-- All counts of an employer come from this index alone, in one pass and without a sort.
create index application_copy_count on application_copy (employer_id, job_id, status, stage);

-- From one status to the next: version n begins with the n-th event of the application and ends with the next.
create table application_stay (
  application_id integer,
  version integer,
  employer_id integer not null,
  status text not null,
  entered_at timestamptz not null,
  left_at timestamptz,
  primary key (application_id, version)
);
-- The stays that ended last, per status, for the medians.
create index application_stay_ended on application_stay
  (employer_id, status, left_at desc, application_id desc, version desc) include (entered_at) where left_at is not null;

-- Paid windows. The key counts those of the last 30 days.
create table unlock_copy (
  employer_id integer,
  unlocked_at timestamptz,
  candidate_id integer,
  primary key (employer_id, unlocked_at, candidate_id)
);
