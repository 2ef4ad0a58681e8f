-- no transaction
-- P-381. For the events of some types in the order of the feed: each type is one range.
drop index concurrently if exists event_feed_type;
create index concurrently event_feed_type on event (employer_id, type, feed_number) include (occurred_at);
-- For the first event from a time on. Rows without a feed_time are one range, the last one.
drop index concurrently if exists event_feed_time;
create index concurrently event_feed_time on event (employer_id, feed_time, feed_number) include (occurred_at);
