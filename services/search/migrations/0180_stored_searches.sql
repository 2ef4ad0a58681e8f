-- no transaction
-- The stored responses of searches that name an erased candidate, or a word that was perhaps theirs alone: an erasure reads no others.
-- Built beside writers; an index that an interrupted build has left is built again.
drop index concurrently if exists idempotency_of_found;
create index concurrently idempotency_of_found on idempotency
  using gin (jsonb_path_query_array(body::jsonb, '$.items[*].candidateId') jsonb_path_ops)
  where path = '/api/v1/candidates/search' and status < 300;
drop index concurrently if exists idempotency_with_suggestions;
create index concurrently idempotency_with_suggestions on idempotency (created_at)
  where path = '/api/v1/candidates/search' and status < 300 and body like '%"suggestions":%';
