-- The user who is recorded as the author of a note or scorecard. Null: the endpoint records none, or the row is of an
-- earlier release.
alter table idempotency add column author_user_id integer;
