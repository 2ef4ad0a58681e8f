-- P-481: the operation that rotated the secret last, and when: a repeat of it finds the row. Null without an
-- Idempotency-Key, and for what an earlier release rotates.
alter table subscription add column rotated_by text, add column rotated_at timestamptz;
