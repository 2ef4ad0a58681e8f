-- no transaction
-- The employer's list, last paid first.
drop index concurrently if exists unlock_of_employer;
create index concurrently unlock_of_employer on unlock (employer_id, unlocked_at desc, candidate_id desc);
