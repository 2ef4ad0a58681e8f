-- A sandbox is an employer whose sandbox_id is its own id; null: live.
alter table employer add column sandbox_id integer;
-- The user of the live employer for whom a user of a sandbox stands.
alter table employer_user add column twin_of integer;
-- Null: live. The text of a key of a sandbox begins with pk_test_ or ck_test_.
alter table recruiter_key add column sandbox_id integer;
alter table candidate_key add column sandbox_id integer;

-- The sandbox of a live employer.
create table sandbox (
  employer_id integer primary key references employer,
  -- Null until it is ready for the first time.
  id integer unique,
  -- The one before the last reset: calls that were on their way find the new one by it.
  previous_id integer unique,
  -- An employer that becomes the sandbox when its candidates and credits are there.
  preparing_id integer unique,
  preparing_since timestamptz,
  created_at timestamptz not null,
  reset_at timestamptz,
  -- Resets on this UTC day, and the Idempotency-Key of the last one.
  resets integer not null default 0,
  resets_on date,
  reset_key text,
  -- When its employer was mailed that it ends.
  noticed_at timestamptz,
  check ((preparing_id is null) = (preparing_since is null))
);
create index sandbox_newest on sandbox (created_at desc, id desc);
