-- no transaction
-- Which employers unlocked a candidate, newest first (P-132).
drop index concurrently if exists unlock_candidate;
create index concurrently unlock_candidate on unlock (candidate_id, unlocked_at desc, employer_id desc);
