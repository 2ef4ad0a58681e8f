-- no transaction
drop index concurrently if exists audit_of_employer;
create index concurrently audit_of_employer on audit (employer_id, at desc, id desc) where employer_id is not null;
