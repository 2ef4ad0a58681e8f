-- no transaction
-- For finding the subscriptions with newly due deliveries, whatever waits for later or is held (P-185).
drop index concurrently if exists delivery_due_time;
create index concurrently delivery_due_time on delivery (due_at, subscription_id) where status = 'Pending';
