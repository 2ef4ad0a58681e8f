-- no transaction
-- For deleting old deliveries and the events that no delivery names any more (P-87).
drop index concurrently if exists delivery_finished;
create index concurrently delivery_finished on delivery (finished_at) where status <> 'Pending';
drop index concurrently if exists delivery_event;
create index concurrently delivery_event on delivery (event_id);
drop index concurrently if exists event_occurred;
create index concurrently event_occurred on event (occurred_at);
