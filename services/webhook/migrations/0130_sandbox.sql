-- The sandbox whose subscription it is, which is its employer; null: live.
alter table subscription add column sandbox_id integer;

-- What the platform answers itself to the next attempts of a subscription of a sandbox, one row each. An attempt has its row before
-- it begins, so that it gets the same answer when it is made again after a crash.
create table simulated_answer (
  subscription_id integer not null references subscription on delete cascade,
  place integer not null,
  -- Null: none, as after the time-out.
  status_code integer,
  delay_ms integer not null,
  -- The attempt that it is for; null until then.
  delivery_id uuid,
  number integer,
  primary key (subscription_id, place)
);
