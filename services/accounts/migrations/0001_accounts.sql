-- Who has keys here. Events and facts carry the version.
create table employer (
  id integer generated always as identity primary key,
  name text not null,
  has_active_contract boolean not null,
  is_trusted_partner boolean not null,
  created_at timestamptz not null,
  version integer not null
);

create table employer_user (
  id integer generated always as identity primary key,
  employer_id integer not null references employer,
  name text not null,
  email text not null,
  role text not null check (role in ('EmployerAdmin', 'Recruiter', 'Interviewer')),
  created_at timestamptz not null,
  -- Lists are of one employer; a key refers to both columns, so that its user is always its employer's.
  unique (employer_id, id)
);

-- One id space for both kinds of keys: the Admin API names a key by its id alone.
create sequence key_id as integer;

-- The two kinds are stored apart (Spec §5.9). Of a key only the SHA-256 in hex is kept (D-11).
create table recruiter_key (
  id integer primary key default nextval('key_id'),
  employer_id integer not null references employer,
  user_id integer,
  name text not null,
  scopes text[] not null check (scopes <@ array['JobPosting', 'Applications', 'CvSearch'] and cardinality(scopes) > 0),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('Active', 'PendingApproval', 'Revoked')),
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The key that took its place; a key is rotated once.
  replaced_by integer,
  -- Grows by one with each change that the gateways must hear of.
  version integer not null,
  -- The version that the key bucket is known to hold; -1: has just changed, and goes before the many that are 0
  -- while a bucket is filled anew (D-16).
  kv_published_version integer not null default -1,
  foreign key (employer_id, user_id) references employer_user (employer_id, id)
);
create index recruiter_key_of_employer on recruiter_key (employer_id, id desc);
-- What the publisher looks for every second: next to nothing, however many keys there are.
create index recruiter_key_unpublished on recruiter_key (kv_published_version, id) where kv_published_version < version;

create table candidate_key (
  id integer primary key default nextval('key_id'),
  candidate_id integer not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['Profile', 'Applications', 'Apply'] and cardinality(scopes) > 0),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('Active', 'PendingApproval', 'Revoked')),
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  replaced_by integer,
  version integer not null,
  kv_published_version integer not null default -1
);
create index candidate_key_of_candidate on candidate_key (candidate_id);
create index candidate_key_unpublished on candidate_key (kv_published_version, id) where kv_published_version < version;

-- The bucket that kv_published_version speaks of: another one, or one that lost messages, is filled anew.
create table key_bucket (
  one boolean primary key default true check (one),
  generation integer not null,
  created text not null,
  last_seq bigint not null
);
insert into key_bucket (generation, created, last_seq) values (0, '', 0);

-- What operators changed, here and in the other services.
create table audit (
  id bigint generated always as identity primary key,
  service text not null,
  actor text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  at timestamptz not null
);
create index audit_newest on audit (at desc, id desc);
