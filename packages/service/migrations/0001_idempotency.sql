-- Answers of requests that carried an Idempotency-Key (D-60), written in the transaction of their effect.
create table idempotency (
  owner text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  headers jsonb not null,
  body text,
  created_at timestamptz not null,
  primary key (owner, method, path, key)
);

-- For the clean-up of what is older than a day.
create index idempotency_created_at on idempotency (created_at);
