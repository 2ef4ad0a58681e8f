-- A posting in one of four states (D-20). The checks are the last word; the domain refuses first and says why.
create table job (
  id integer generated always as identity primary key,
  employer_id integer not null,
  status text not null check (status in ('Draft', 'Active', 'Closed', 'Expired')),
  title text not null,
  reference text,
  description text,
  city text,
  country text,
  employment_type text,
  remote_type text,
  apply_method text,
  apply_email_address text,
  apply_url text,
  posted_date timestamptz,
  expiry_date timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Grows by one with each change; events and ETags carry it.
  version integer not null,
  check (status not in ('Active', 'Expired') or (posted_date is not null and expiry_date is not null))
);

-- Lists and their totals: newest first within one employer. The included columns answer the status filter from the
-- index alone, also for an Active job whose expiryDate has passed.
create index job_newest on job (employer_id, created_at desc, id desc) include (status, expiry_date);

-- What the expiry timer looks for several times a second: only Active jobs, next to expire first.
create index job_due on job (expiry_date) where status = 'Active';

-- Questions a candidate answers when applying; an unchanged question keeps its id.
create table screening_question (
  id integer generated always as identity primary key,
  job_id integer not null references job on delete cascade,
  position integer not null,
  text text not null,
  type text not null check (type in ('YesNo', 'Text', 'Number', 'SingleChoice')),
  required boolean not null,
  options text[] not null
);

-- Read with its job, in order.
create index screening_question_of_job on screening_question (job_id, position);
