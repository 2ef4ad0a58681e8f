-- Signed-in browsers. The token itself is only in the cookie.
create table session (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  person_kind text not null check (person_kind in ('user', 'staff')),
  person_id integer not null,
  -- The person as accounts last described them: serves while accounts is down.
  person jsonb not null,
  signed_in_by text not null check (signed_in_by in ('email', 'link', 'oidc')),
  user_agent text not null check (length(user_agent) <= 200),
  created_at timestamptz not null,
  last_used_at timestamptz not null
);

-- A person's sessions, to list, to cap and to end all.
create index session_person on session (person_kind, person_id);
-- What has ended, to delete.
create index session_last_used on session (last_used_at);
