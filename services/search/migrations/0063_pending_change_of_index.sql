-- no transaction
-- Each search reads the changes that its index does not have. Not unique: the primary key is, by the number that both columns are
-- computed from, and `on conflict` names that key.
drop index concurrently if exists pending_change_of_index;
create index concurrently pending_change_of_index on pending_change (document_version, index_format, candidate_id);
