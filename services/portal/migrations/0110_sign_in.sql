-- A browser that asked to be signed in by mail, for known and unknown addresses alike. Addresses, links and codes are
-- stored as keyed hashes.
create table sign_in_mail (
  id integer generated always as identity primary key,
  -- Of the cookie of the browser that asked.
  binding_hash bytea not null,
  address_hash bytea not null,
  -- Set when the mail is made: never for an address that nobody has.
  link_hash bytea unique,
  code_hash bytea,
  -- Who has the address: [{kind, id}].
  persons jsonb not null default '[]',
  next text not null check (length(next) <= 500),
  -- Codes entered so far.
  entries integer not null default 0,
  ends_at timestamptz not null,
  used_at timestamptz
);

-- The newest one of a browser, to which a code belongs.
create index sign_in_mail_binding on sign_in_mail (binding_hash, id);
create index sign_in_mail_ends on sign_in_mail (ends_at);

-- What counts against a limit: when it was admitted, for one address or network.
create table sign_in_limit (
  subject_hash bytea primary key,
  taken_at timestamptz[] not null,
  ends_at timestamptz not null
);

create index sign_in_limit_ends on sign_in_limit (ends_at);

-- A browser that has proved who it is and must choose as which person.
create table sign_in_choice (
  binding_hash bytea primary key,
  persons jsonb not null,
  signed_in_by text not null check (signed_in_by in ('email', 'link', 'oidc')),
  -- Of the provider, to bind to the person.
  issuer text,
  subject text,
  next text not null check (length(next) <= 500),
  ends_at timestamptz not null
);

create index sign_in_choice_ends on sign_in_choice (ends_at);

-- One-time links that were used, until they would have ended.
create table used_link (
  nonce text primary key,
  ends_at timestamptz not null
);

create index used_link_ends on used_link (ends_at);
