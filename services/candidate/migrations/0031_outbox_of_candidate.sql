-- no transaction
-- For the events that an erasure deletes.
drop index concurrently if exists outbox_personal;
create index concurrently outbox_personal on outbox (aggregate_id)
  where subject like 'evt.candidate.profile.%' or subject like 'evt.candidate.application.%';
