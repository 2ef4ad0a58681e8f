-- no transaction
-- The erasures that metrics read (P-141): 5 services confirm each.
drop index concurrently if exists erasure_unconfirmed;
create index concurrently erasure_unconfirmed on erasure (id) where confirmations < 5;
