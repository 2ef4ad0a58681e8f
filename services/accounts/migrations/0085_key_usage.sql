-- Calls of each key, by UTC day and limit family, as the gateways report them (P-376).
create table key_usage (
  key_id integer,
  day date,
  family text,
  ok integer not null,
  client_errors integer not null,
  rate_limited integer not null,
  server_errors integer not null,
  primary key (key_id, day, family)
);
-- For their deletion.
create index key_usage_day on key_usage (day);
