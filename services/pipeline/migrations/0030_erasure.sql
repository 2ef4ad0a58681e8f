-- no transaction
-- For an erasure (P-118): the applications and the notes of a candidate, deleted ones included.
drop index concurrently if exists application_of_candidate;
create index concurrently application_of_candidate on application (candidate_id);
drop index concurrently if exists note_of_candidate;
create index concurrently note_of_candidate on note (candidate_id);
