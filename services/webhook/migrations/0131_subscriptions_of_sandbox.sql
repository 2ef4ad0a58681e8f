-- no transaction
-- Which subscriptions are of sandboxes: read by each look for due deliveries.
drop index concurrently if exists subscription_of_sandbox;
create index concurrently subscription_of_sandbox on subscription (sandbox_id, id) where sandbox_id is not null;
