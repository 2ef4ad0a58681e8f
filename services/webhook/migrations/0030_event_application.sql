-- no transaction
-- For an erasure (P-118): the events of the candidate's applications. The cast of bytes to json is not immutable, as an
-- index needs it; within a JSON string the quotation marks are escaped, so the first match is the field.
drop index concurrently if exists event_application;
create index concurrently event_application
  on event ((substring(encode(body, 'escape') from '"applicationId":([0-9]+)')::integer)) where type like 'application.%';
