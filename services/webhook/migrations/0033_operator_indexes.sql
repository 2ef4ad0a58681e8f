-- no transaction
-- For the list over all subscriptions, newest first: each status is one range (P-180).
drop index concurrently if exists delivery_status;
create index concurrently delivery_status on delivery (status, created_at desc, id desc);
-- For recovering what was given up (P-181): empty unless something was.
drop index concurrently if exists delivery_given_up;
create index concurrently delivery_given_up on delivery (subscription_id, created_at, id)
  where status in ('DeadLettered', 'Cancelled');
