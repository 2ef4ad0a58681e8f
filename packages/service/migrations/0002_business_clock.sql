-- How far this service's business clock was moved (TEST_CLOCK); one row.
create table business_clock (
  id boolean primary key default true check (id),
  offset_ms bigint not null
);
