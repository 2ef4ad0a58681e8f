-- Bytes that the writes of a candidate or an employer took on a UTC day (P-280). The row is the lock that makes the budget
-- exact.
create table byte_budget (
  -- `candidate:7` or `employer:3`.
  owner text not null,
  day date not null,
  bytes bigint not null,
  primary key (owner, day)
);
-- For the removal of past days.
create index byte_budget_day on byte_budget (day);
