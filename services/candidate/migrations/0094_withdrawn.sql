-- When the candidate withdrew the application, as pipeline decided it (P-411); a resync restores it there.
alter table application add column withdrawn_at timestamptz;
