-- When a revoked key may leave the key bucket.
alter table recruiter_key add revoked_at timestamptz, add kv_removed boolean not null default false;
alter table candidate_key add revoked_at timestamptz, add kv_removed boolean not null default false;
update recruiter_key set revoked_at = now() where status = 'Revoked';
update candidate_key set revoked_at = now() where status = 'Revoked';

-- Keys that have ended and whose record is still in the bucket.
create index recruiter_key_ended on recruiter_key (least(revoked_at, expires_at))
  where not kv_removed and (revoked_at is not null or expires_at is not null);
create index candidate_key_ended on candidate_key (least(revoked_at, expires_at))
  where not kv_removed and (revoked_at is not null or expires_at is not null);

-- Entries of the bucket up to this revision are those that this database published. Entries above it were written by
-- another client, or by this database before it was restored from a backup.
alter table key_bucket add verified_seq bigint not null default 0;

-- Wakes the publisher in whichever replica it runs, also when the replica that commits is killed right afterwards.
create function notify_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_change', tg_table_schema);
  return null;
end $$;
create trigger notify_key_change after insert or update of version on recruiter_key
  for each statement execute function notify_key_change();
create trigger notify_key_change after insert or update of version on candidate_key
  for each statement execute function notify_key_change();
