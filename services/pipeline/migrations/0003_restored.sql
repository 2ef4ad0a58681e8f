-- Stored from a resync of candidate, not from its event: application.submitted is not published yet, and will be if
-- that event still comes.
alter table application add column is_restored boolean not null default false;
