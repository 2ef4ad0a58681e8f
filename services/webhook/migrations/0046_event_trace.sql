-- W3C trace context in which the event was stored (P-227): its deliveries continue that trace, also later and from another
-- replica. Null where tracing is off, and in rows of a release that did not store it.
alter table event add column traceparent text;
