-- Candidates whose last change is not in the index of a tokeniser version yet. Searches evaluate them in this database.
-- The sender deletes a row only when its sequence is still the one that it has sent.
create sequence pending_change_sequence;
create table pending_change (
  tokeniser_version integer,
  -- Also of candidates who were deleted.
  candidate_id integer,
  sequence bigint not null default nextval('pending_change_sequence'),
  -- The first change that was not sent, on the real clock.
  changed_at timestamptz not null default now(),
  -- The search server refused the document then; the sender retries it later.
  refused_at timestamptz,
  primary key (tokeniser_version, candidate_id)
);
-- The second pass of an erasure looks for rows of the candidate in every version.
create index pending_change_candidate on pending_change (candidate_id);
