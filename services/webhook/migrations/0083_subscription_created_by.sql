-- The operation (P-370) that registered a subscription: a repeat of it finds the row. Null without an Idempotency-Key, and
-- for what an earlier release registers.
alter table subscription add column created_by text;
