-- Sandboxes that exist no more. A row is never deleted: what was in flight, a resync or a replay must not bring one back.
create table retired_sandbox (
  sandbox_id integer primary key,
  -- As accounts published it.
  retired_at timestamptz not null,
  -- Real time, by which the purges are planned.
  stored_at timestamptz not null default now(),
  -- When this service deletes what it has of it, once more. Null: everything that was in flight has arrived.
  purge_at timestamptz default now()
);
create index retired_sandbox_purge on retired_sandbox (purge_at) where purge_at is not null;
