-- An application that a worker assesses, because its assessment calls out or because it is older than assessments. The row
-- is deleted with the insert of the assessment. It holds candidate data: erasing an application deletes it.
create table assessment_task (
  application_id integer primary key references application (id) on delete cascade,
  -- What the assessor reads, as the application arrived with it (P-114). Null: what the row of the application has of it.
  input jsonb,
  -- Set and committed before the only call (P-114).
  called_at timestamptz,
  -- Real clock.
  leased_until timestamptz
);
-- A queue: rows live for seconds.
alter table assessment_task set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Calls to the model by UTC day of the real clock, over all replicas (P-115).
create table assessment_call (
  day date primary key,
  calls integer not null
);
