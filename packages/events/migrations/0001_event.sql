-- Events to tell: written with the state they describe, published by the relay, kept for replays.
create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null unique,
  subject text not null,
  aggregate_id text not null check (aggregate_id ~ '^[!-~]{1,200}$'),
  aggregate_version bigint not null,
  occurred_at timestamptz not null,
  payload json not null,
  payload_bytes integer not null,
  traceparent text check (traceparent ~ '^[!-~]{1,200}$'),
  created_at timestamptz not null default now(),
  published_at timestamptz
);
-- The relay reads what is left in this order; a cursor on id would skip transactions that commit late.
create index outbox_unpublished on outbox (id) where published_at is null;

-- Events that took effect here, one row per consumer: the row and the effect commit together.
create table inbox (
  consumer text,
  event_id text,
  received_at timestamptz not null default now(),
  primary key (consumer, event_id)
);
-- For the removal of old rows.
create index inbox_received on inbox (received_at);

-- Deliveries that did not end well so far; a row disappears with success or with the dead letter.
create table event_attempt (
  consumer text,
  event_id text,
  attempts integer not null,
  error text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (consumer, event_id)
);

-- Events that were given up; operators replay them.
create table dead_letter (
  id bigint generated always as identity primary key,
  consumer text not null,
  event_id text not null,
  subject text not null,
  aggregate_id text not null,
  aggregate_version bigint not null,
  occurred_at text not null,
  payload text not null,
  error text not null,
  attempts integer not null,
  first_at timestamptz not null default now(),
  parked_at timestamptz not null default now(),
  unique (consumer, event_id)
);
