-- A candidate: the profile, the consent to process it, and whether CV search may find it.
create table candidate (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text,
  linked_in_url text,
  git_hub_url text,
  website_url text,
  headline text,
  summary text,
  street text,
  city text,
  region text,
  postal_code text,
  country text,
  career_status text check (career_status in ('ActivelyLooking', 'OpenToOffers', 'NotLooking')),
  expected_salary_min integer,
  expected_salary_max integer,
  expected_salary_currency text,
  notice_period_days integer,
  job_types jsonb not null,
  skills jsonb not null,
  languages jsonb not null,
  nationalities jsonb not null,
  employment_history jsonb not null,
  education jsonb not null,
  -- Null: given without an end.
  consent_expires_at timestamptz,
  is_searchable boolean not null,
  last_active_at timestamptz not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (expected_salary_min <= expected_salary_max)
);

-- An application as its candidate sees it; status and updated_at follow the pipeline's version.
create table application (
  id integer generated always as identity primary key,
  candidate_id integer not null references candidate (id),
  job_id integer not null,
  employer_id integer not null,
  job_title text not null,
  employer_name text not null,
  status text not null check (status in ('New', 'Screened', 'Shortlisted', 'Interviewing', 'Interviewed', 'Offered',
    'Hired', 'Rejected', 'Withdrawn')),
  application_type text not null check (application_type in ('Api', 'Web', 'Email')),
  is_ai_assisted boolean not null,
  cover_letter text,
  resume_url text,
  screening_answers jsonb not null,
  applied_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null,
  -- One application per candidate and job, also when several arrive at once.
  constraint application_once unique (candidate_id, job_id)
);

-- For the candidate's list, newest first.
create index application_newest on application (candidate_id, applied_at desc, id desc);

-- Applies through the API per UTC day; the row is the lock that makes the cap exact (D-33).
create table daily_apply (
  candidate_id integer not null,
  day date not null,
  used integer not null,
  primary key (candidate_id, day)
);

-- Copies of other services' facts, kept by their events: what is decided by while their owner is down.
create table job_copy (
  job_id integer primary key,
  employer_id integer not null,
  status text not null,
  title text not null,
  reference text,
  expiry_date timestamptz,
  screening_questions jsonb not null,
  version integer not null
);

create table employer_copy (
  employer_id integer primary key,
  name text not null,
  version integer not null
);
