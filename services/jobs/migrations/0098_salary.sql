-- The salary of a posting (P-413): exact, to two decimals.
alter table job
  add column salary_min numeric(12, 2),
  add column salary_max numeric(12, 2),
  add column salary_currency text,
  add column salary_period text;
