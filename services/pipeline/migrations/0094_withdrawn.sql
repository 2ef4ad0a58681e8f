-- When the candidate withdrew the application (P-411). Null: not, or an employer set the status.
alter table application add column withdrawn_at timestamptz;

-- Whose key author_key_id is: candidates and employers have keys of their own.
alter table status_change add column by_candidate boolean not null default false;
