-- A mail to the admins of an employer about a subscription that was disabled after failures (P-184); its id is in the
-- Message-ID. Addresses are read from accounts when it is sent and never stored here.
create table disabled_notice (
  id uuid primary key,
  subscription_id integer not null references subscription,
  employer_id integer not null,
  url text not null,
  reason text not null,
  disabled_at timestamptz not null,
  attempts integer not null default 0,
  -- An attempt moves it before it begins, so that no other replica sends at the same time.
  next_attempt_at timestamptz not null,
  outcome text check (outcome in ('Sent', 'NoRecipient', 'GivenUp')),
  closed_at timestamptz
);
create index disabled_notice_due on disabled_notice (next_attempt_at) where closed_at is null;
