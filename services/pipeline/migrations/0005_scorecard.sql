-- Interviewers' scorecards. The primary key allows one per application, author and stage (D-29); the stage is
-- case-folded.
create table scorecard (
  application_id integer not null references application (id),
  author_user_id integer not null,
  stage text collate "C" not null,
  recommendation text not null check (recommendation in ('StrongNo', 'No', 'Hold', 'Yes', 'StrongYes')),
  comments text,
  ratings jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (application_id, author_user_id, stage)
);
