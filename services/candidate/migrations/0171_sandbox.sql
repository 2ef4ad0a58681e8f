-- The sandbox that a candidate, the erasure of one and a job belong to; null is live.
alter table candidate add column sandbox_id integer;
alter table erasure add column sandbox_id integer;
alter table job_copy add column sandbox_id integer;
