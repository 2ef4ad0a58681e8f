-- The searches that an employer has paid for: one row for all pages and repetitions of a query with the same filters.
create table past_search (
  id integer generated always as identity primary key,
  employer_id integer not null,
  -- SHA-256 of query and filters.
  fingerprint text not null,
  query text not null,
  country_ids integer[] not null,
  active_within_days integer,
  total integer not null,
  cost integer not null,
  user_id integer,
  key_id integer,
  searched_at timestamptz not null,
  unique (employer_id, fingerprint)
);
create index past_search_newest on past_search (employer_id, searched_at desc, id desc);
-- What the retention deletes.
create index past_search_oldest on past_search (searched_at);
