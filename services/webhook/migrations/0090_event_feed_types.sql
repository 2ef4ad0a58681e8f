-- no transaction
-- For reading the events of some types from the feed of an employer (P-381): each type is one range, in the order of the
-- feed, and what is older than the reader wants is left out without a look at the table.
drop index concurrently if exists event_feed_type;
create index concurrently event_feed_type on event (employer_id, type, feed_number) include (occurred_at);
