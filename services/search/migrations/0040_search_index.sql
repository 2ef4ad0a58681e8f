-- Indexes on a search server outside this database (Meilisearch), one row each. Without a row of a tokeniser version
-- its changes are not recorded.
create table search_index (
  uid text primary key,
  tokeniser_version integer not null,
  -- building: a reindex fills it. live: searches read it. retired: deleted from the server soon.
  state text not null check (state in ('building', 'live', 'retired')),
  -- Numbers of the last send that was begun and of the last one that succeeded. The index stores the number of the last
  -- send that it contains; any other number means that it was replaced, for example by a backup.
  sending bigint not null default 0,
  sent bigint not null default 0,
  -- On the real clock.
  state_since timestamptz not null default now(),
  -- Last time that a process which sends to it ran.
  seen_at timestamptz not null default now()
);
create unique index search_index_live on search_index (tokeniser_version) where state = 'live';
create unique index search_index_building on search_index (tokeniser_version) where state = 'building';

-- Part of the name of every index of this database: databases that share a server do not delete each other's indexes.
create table search_index_owner (id text primary key);
insert into search_index_owner select substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
