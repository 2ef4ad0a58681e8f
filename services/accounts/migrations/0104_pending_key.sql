-- no transaction
-- The keys that wait for a review, the oldest first (P-426): few, however many keys there are.
drop index concurrently if exists recruiter_key_pending;
create index concurrently recruiter_key_pending on recruiter_key (created_at, id) where status = 'PendingApproval';
