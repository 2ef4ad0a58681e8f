-- The applications of candidates, copied from the events of pipeline: rows, previews and dry runs name those to the calling employer
-- (D-68).
create table application_copy (
  application_id integer primary key,
  employer_id integer not null,
  candidate_id integer not null,
  job_id integer not null,
  job_title text not null,
  status text not null,
  version integer not null,
  -- Null until the submission, or a state, arrives: a change of status does not say.
  applied_at timestamptz
);
-- Newest first for one employer; an erasure finds all of a candidate.
create index application_copy_of_candidate on application_copy
  (candidate_id, employer_id, applied_at desc, application_id desc);

-- Copies that were not filled from the states of their owner yet; the row goes when a resync that fills it has begun. An installation
-- that is new has nothing to fill.
create table copy_to_fill (name text primary key);
insert into copy_to_fill select 'application_copy' where exists (select from candidate);
