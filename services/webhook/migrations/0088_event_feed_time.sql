-- P-381: the latest time of an event's feed up to it. It never decreases within a feed, so an index finds the first event
-- that occurred at a time or later, although events do not occur in the order of the feed. Null in rows of a release that
-- did not store it: they are found by their own time.
alter table event add column feed_time timestamptz;
-- That of the last event that has one.
alter table event_feed add column last_time timestamptz;
-- Reads of an index alone need pages that vacuum has visited; events are only inserted.
alter table event set (autovacuum_vacuum_insert_scale_factor = 0.02);
