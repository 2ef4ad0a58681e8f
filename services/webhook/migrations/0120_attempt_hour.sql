-- P-480: attempts of a subscription that started in an hour, tests excepted. No foreign key: rows outlive their deliveries.
create table attempt_hour (
  subscription_id integer not null,
  hour timestamptz not null,
  succeeded integer not null,
  failed integer not null,
  -- How many took how long, by the classes of `domain/duration-class.ts`.
  durations integer[] not null,
  primary key (subscription_id, hour)
) with (fillfactor = 70);
-- For deleting the old ones.
create index attempt_hour_hour on attempt_hour (hour);
