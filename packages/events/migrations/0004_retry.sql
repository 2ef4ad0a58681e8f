-- An event that failed waits here for its retry. It is acknowledged on the stream, so that it delays no other event.
alter table event_attempt
  add column subject text,
  add column aggregate_id text,
  add column aggregate_version bigint,
  add column occurred_at text,
  add column payload text,
  -- When it is retried next; during an attempt, when the attempt of a dead process is given up.
  add column due_at timestamptz,
  -- Retries in a row that ended with an outage and did not count.
  add column outages integer not null default 0;
create index event_attempt_due on event_attempt (consumer, due_at);
-- For the list of operators, and for the removal of old rows.
create index dead_letter_parked on dead_letter (parked_at);
