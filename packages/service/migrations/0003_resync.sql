-- A resync publishes the present rows of this service as states, page by page.
create table resync (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- The subject of the states that are read now, and the last key that was read; null: from the start.
  subject text,
  cursor text,
  done bigint not null default 0,
  total bigint not null,
  -- Of the stream that the states go to. When it differs, published states were lost.
  stream_created text
);
-- One runs at a time.
create unique index resync_running on resync ((true)) where finished_at is null;
