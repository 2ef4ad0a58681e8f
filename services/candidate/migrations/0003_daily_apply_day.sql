-- no transaction
-- For deleting the counts of past days (P-87).
drop index concurrently if exists daily_apply_day;
create index concurrently daily_apply_day on daily_apply (day);
