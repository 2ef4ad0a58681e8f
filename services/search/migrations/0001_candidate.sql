-- A copy of each profile as the candidate service tells it. Of a candidate who is not searchable only the version stays,
-- so that an older event cannot bring the profile back.
create table candidate (
  id integer primary key,
  version integer not null,
  is_searchable boolean not null,
  last_active_at timestamptz not null,
  -- ISO 3166-1 numeric (D-42).
  country_number integer,
  -- As on the wire.
  profile jsonb,
  check (is_searchable = (profile is not null))
);

-- Why: a search joins its hits with this index alone: it holds the order of every result and both filters.
create index candidate_last_active on candidate (last_active_at desc, id desc) include (country_number)
  where is_searchable;

-- What the query language sees of a candidate. A table apart: profiles are touched at every sign of life, their words
-- seldom, and the word index is dear to write.
create table candidate_document (
  candidate_id integer primary key references candidate on delete cascade,
  tokeniser_version integer not null,
  terms tsvector not null,
  body text not null
);
create index candidate_document_terms on candidate_document using gin (terms);
-- Why: the lowest and the highest version are looked at before each search.
create index candidate_document_tokeniser on candidate_document (tokeniser_version);

-- All words of all documents, encoded, to expand wildcards. Insert only: a word that nobody has any more finds nobody.
-- Collation C: the anchored start of a pattern becomes a range of this key.
create table cv_word (word text collate "C" primary key);

-- Which employer has paid for which profile, and until when it is free (D-45). One row for each pair: it is what parallel
-- first reads wait for.
create table unlock (
  employer_id integer,
  candidate_id integer,
  unlocked_at timestamptz not null,
  unlocked_until timestamptz not null,
  primary key (employer_id, candidate_id)
);
