-- Sequence number that the stream acknowledged: a stream whose last one is lower was restored to an older state.
alter table outbox add column stream_seq bigint;

-- The stream that acknowledged the events of this outbox.
create table outbox_stream (
  stream text primary key,
  -- Creation time as the server reports it; a stream that was created again has another one.
  created text not null,
  -- Rows up to this id may have been acknowledged by an earlier stream: their stream_seq is not compared.
  after_id bigint not null
);

-- Published events to publish again: the rows with cursor_id < id <= until_id. The relay moves the cursor after the
-- acknowledgements of each batch.
create table outbox_replay (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('operator', 'stream_recreated', 'stream_restored')),
  since timestamptz not null,
  cursor_id bigint not null,
  until_id bigint not null,
  published bigint not null default 0,
  -- Highest sequence number acknowledged; null once the stream that acknowledged it is gone.
  last_seq bigint,
  requested_at timestamptz not null default now(),
  finished_at timestamptz
);
create index outbox_replay_unfinished on outbox_replay (id) where finished_at is null;
