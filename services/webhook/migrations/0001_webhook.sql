-- Who wants to be told what, and where. Deleted rows stay: their deliveries name them.
create table subscription (
  id integer generated always as identity primary key,
  employer_id integer not null,
  url text not null,
  events text[] not null,
  status text not null default 'Active' check (status in ('Active', 'Disabled', 'Deleted')),
  disabled_reason text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz,
  consecutive_failures integer not null default 0,
  -- Grows when it is enabled: failures of attempts that began before do not count any more.
  epoch integer not null default 1,
  shard integer not null generated always as (id % 64) stored,
  created_at timestamptz not null
) with (fillfactor = 70);
create index subscription_employer on subscription (employer_id) where status <> 'Deleted';
create index subscription_shard on subscription (shard) where status = 'Active';

-- A public event: the body is serialised once and sent as these bytes for ever.
create table event (
  id uuid primary key,
  employer_id integer not null,
  type text not null,
  body bytea not null,
  occurred_at timestamptz not null
);

-- One event for one subscription. There is no state "sending": what is in flight is known to the shard's owner alone.
create table delivery (
  id uuid primary key,
  subscription_id integer not null references subscription,
  event_id uuid not null references event,
  status text not null default 'Pending' check (status in ('Pending', 'Succeeded', 'DeadLettered', 'Cancelled')),
  is_test boolean not null default false,
  -- Every attempt ever; `failed_attempts` counts those of the current round of retries.
  attempts integer not null default 0,
  failed_attempts integer not null default 0,
  due_at timestamptz not null,
  last_status_code integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The same event told twice is one delivery.
  unique (subscription_id, event_id)
) with (fillfactor = 70);
-- What is due, per subscription: a long backlog of one does not stand before the others.
create index delivery_due on delivery (subscription_id, due_at) where status = 'Pending';
-- For the list, newest first.
create index delivery_list on delivery (subscription_id, created_at desc, id desc);

create table attempt (
  delivery_id uuid not null references delivery,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  response_body text,
  primary key (delivery_id, number)
);

-- Which sender sends a shard's subscriptions. Real clock: moving business time must not end a lease.
create table shard_lease (
  shard integer primary key,
  owner uuid,
  epoch integer not null default 0,
  lease_until timestamptz not null default '-infinity'
);
insert into shard_lease (shard) select generate_series(0, 63);

-- The senders that live, for fair shares of the shards. Real clock.
create table sender (
  id uuid primary key,
  seen_until timestamptz not null
);
