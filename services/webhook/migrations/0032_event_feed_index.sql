-- no transaction
-- For reading the feed of an employer after a place.
drop index concurrently if exists event_feed_place;
create unique index concurrently event_feed_place on event (employer_id, feed_number);
