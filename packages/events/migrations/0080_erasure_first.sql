-- no transaction
-- Erasures and their confirmations that are not published yet: the relay reads them before all others (P-283). Its condition
-- is that of the relay's query.
drop index concurrently if exists outbox_erasure;
create index concurrently outbox_erasure on outbox (id)
  where published_at is null and (subject like 'evt.%.candidate.erased.%' or subject like 'evt.%.erasure.confirmed.%');
