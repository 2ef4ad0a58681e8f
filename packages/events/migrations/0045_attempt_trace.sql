-- W3C trace context of the attempt that failed first (P-227), so that the retries belong to its trace. Null where tracing is
-- off, and in rows of a release that did not store it.
alter table event_attempt add column traceparent text;
