-- no transaction
-- Like candidate_last_active, with the end of the consent: a search joins its hits with this index alone (P-131).
drop index concurrently if exists candidate_found;
create index concurrently candidate_found on candidate (last_active_at desc, id desc)
  include (country_number, consent_expires_at) where is_searchable;
drop index concurrently if exists candidate_last_active;
