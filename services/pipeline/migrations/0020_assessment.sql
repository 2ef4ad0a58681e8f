-- The AI assessment of an application, written once with it and never changed (D-31). A restored application has none
-- until its event arrives.
create table assessment (
  application_id integer primary key references application (id),
  score integer not null check (score between 0 and 100),
  verdict text not null check (verdict in ('StrongMatch', 'Match', 'PartialMatch', 'WeakMatch')),
  summary text not null,
  rubric_scores jsonb not null,
  assessor text not null,
  assessed_at timestamptz not null
);
