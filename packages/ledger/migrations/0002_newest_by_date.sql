-- Lists are newest first, then by id (D-05): the business clock of two replicas may order entries otherwise than their ids.
create index credit_entry_newest_by_date on credit_entry (employer_id, created_at desc, id desc);
create index credit_entry_newest_by_date_of_kind on credit_entry (employer_id, kind, created_at desc, id desc);
drop index credit_entry_newest;
drop index credit_entry_newest_of_kind;
