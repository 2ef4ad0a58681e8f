-- An application as the employer's recruiters see it. The id is the candidate service's.
create table application (
  id integer primary key,
  employer_id integer not null,
  job_id integer not null,
  job_title text not null,
  job_reference text,
  candidate_id integer not null,
  -- The profile as it was at that moment; what lists and details show of it stands in columns.
  candidate jsonb not null,
  name text not null,
  email text not null,
  headline text,
  phone text,
  city text,
  country text,
  status text not null check (status in ('New', 'Screened', 'Shortlisted', 'Interviewing', 'Interviewed', 'Offered',
    'Hired', 'Rejected', 'Withdrawn')),
  application_type text not null check (application_type in ('Api', 'Web', 'Email')),
  is_ai_assisted boolean not null,
  cover_letter text,
  resume_url text,
  screening_answers jsonb not null,
  applied_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null
);

-- For a job's list, newest first.
create index application_newest on application (employer_id, job_id, applied_at desc, id desc);

-- For everything that hangs on the candidate behind an application.
create index application_candidate on application (employer_id, candidate_id);

-- Each move of an application: every previous_status is the status of the row before.
create table status_change (
  id integer generated always as identity primary key,
  application_id integer not null references application (id),
  previous_status text not null,
  status text not null,
  note text,
  author_key_id integer not null,
  author_user_id integer,
  changed_at timestamptz not null
);
create index status_change_application on status_change (application_id, id);

-- Whose job it is: a copy of what jobs tells. A job never changes hands.
create table job_owner (
  job_id integer primary key,
  employer_id integer not null
);
