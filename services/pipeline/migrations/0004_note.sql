-- Recruiters' notes (D-28). A note without an application is about the candidate, within the employer.
create table note (
  id integer generated always as identity primary key,
  employer_id integer not null,
  candidate_id integer not null,
  application_id integer references application (id),
  text text not null,
  author_user_id integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);

-- The notes of a candidate that are not deleted, newest first.
create index note_newest on note (employer_id, candidate_id, created_at desc, id desc) where deleted_at is null;
