-- The candidates of sandboxes, apart from the live ones: no statement, index or list of words of a live search changes by them. The
-- columns of candidate, and whose they are.
create table sandbox_candidate (
  id integer primary key,
  sandbox_id integer not null,
  version integer not null,
  is_searchable boolean not null,
  last_active_at timestamptz not null,
  country_number integer,
  profile jsonb,
  consent_expires_at timestamptz,
  check (is_searchable = (profile is not null))
);
create index sandbox_candidate_of_sandbox on sandbox_candidate (sandbox_id);

-- Their documents, of every tokeniser version. A change of the profile deletes those of all versions; each version makes a
-- missing one before its next search.
create table sandbox_document (
  candidate_id integer not null references sandbox_candidate on delete cascade,
  tokeniser_version integer not null,
  terms tsvector not null,
  body text not null,
  shown jsonb not null,
  -- Version of the profile.
  built_from integer not null,
  primary key (candidate_id, tokeniser_version)
);
