-- no transaction
-- For an erasure (P-118): the audit rows of the candidate's keys.
drop index concurrently if exists audit_object;
create index concurrently audit_object on audit (object);
