-- A browser that is at the provider of OpenID Connect.
create table oidc_attempt (
  state_hash bytea primary key,
  binding_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  next text not null check (length(next) <= 500),
  ends_at timestamptz not null
);

create index oidc_attempt_ends on oidc_attempt (ends_at);

-- Whom an account at the provider signs in. A person has one account there, an account may be several persons.
create table identity (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) <= 255),
  person_kind text not null check (person_kind in ('user', 'staff')),
  person_id integer not null,
  created_at timestamptz not null,
  primary key (issuer, person_kind, person_id)
);

create index identity_subject on identity (issuer, subject);
