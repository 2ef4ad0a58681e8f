-- Progress of reindexes. With Meilisearch a new index is filled beside the live one; with Postgres the documents are
-- rebuilt in place.
create table search_reindex (
  id integer generated always as identity primary key,
  tokeniser_version integer not null,
  engine text not null,
  -- requested: by an operator. first: there was no index. lost: the index was missing or was replaced on the server.
  reason text not null check (reason in ('requested', 'first', 'lost')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- The last candidate that is done; 0 before the first.
  built_to integer not null default 0,
  done bigint not null default 0,
  total bigint not null
);
create unique index search_reindex_running on search_reindex (tokeniser_version, engine) where finished_at is null;
