-- Erased candidates (P-118). The row of an erased candidate is deleted and its applications stay, without data of the
-- person, so that counts stay true.
alter table application drop constraint application_candidate_id_fkey;

create table erasure (
  id integer generated always as identity primary key,
  -- One per candidate: a repeated request returns it.
  candidate_id integer not null unique,
  requested_at timestamptz not null
);

-- Which service has confirmed that it holds no more personal data of the candidate.
create table erasure_confirmation (
  erasure_id integer references erasure,
  service text,
  confirmed_at timestamptz not null,
  primary key (erasure_id, service)
);
