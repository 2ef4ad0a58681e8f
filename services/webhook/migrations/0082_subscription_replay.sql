-- P-369: the events of a range that are delivered to a subscription again. Filled in steps in the order of the feed.
create table subscription_replay (
  id integer generated always as identity primary key,
  subscription_id integer not null references subscription,
  since timestamptz not null,
  until timestamptz not null,
  types text[] not null,
  -- The place in the feed up to which events have their new delivery, and that of the last event.
  after_number bigint not null,
  last_number bigint not null,
  count integer not null,
  -- When it was continued last, or tried: the one that waits for the longest time is next. Business clock.
  continued_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
-- One open replay of a subscription.
create unique index subscription_replay_open on subscription_replay (subscription_id) where finished_at is null;
create index subscription_replay_finished on subscription_replay (finished_at) where finished_at is not null;

-- A replayed event is a copy of its row with an id of its own, since a subscription has one delivery of each row (and the
-- release before relies on that); its body and this column have the id of the event.
alter table event add column replay_of uuid;
