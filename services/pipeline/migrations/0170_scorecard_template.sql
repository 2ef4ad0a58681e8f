-- The criteria that the form of scorecards offers: of a job, or with job_id null of all jobs of the employer that have none.
create table scorecard_template (
  employer_id integer not null,
  job_id integer,
  criteria jsonb not null,
  -- Whether a user reads the scorecards of others for a stage only once the own one is stored.
  hide_others_until_submitted boolean not null,
  unique nulls not distinct (employer_id, job_id)
);
