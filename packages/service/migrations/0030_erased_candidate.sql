-- Erased candidates (P-118). A row is never deleted: an older event, a resync or a replay that arrives later must not
-- store the person again.
create table erased_candidate (
  candidate_id integer primary key,
  erasure_id integer not null,
  -- As published by candidate, without personal data.
  data jsonb not null,
  erased_at timestamptz not null default now(),
  -- When the second pass committed: this service holds no more personal data of the candidate.
  confirmed_at timestamptz
);
create index erased_candidate_unconfirmed on erased_candidate (erased_at) where confirmed_at is null;
