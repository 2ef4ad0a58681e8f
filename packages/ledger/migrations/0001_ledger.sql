-- What is left, per employer and kind: one row to lock, and the last word against overdrawing.
create table credit_balance (
  employer_id integer,
  kind text check (kind in ('JobPosting', 'CvSearch', 'CvDownload')),
  amount integer not null check (amount >= 0),
  primary key (employer_id, kind)
);

-- Why: append-only. The balance always equals the sum of its entries.
create table credit_entry (
  id bigint generated always as identity primary key,
  employer_id integer not null,
  kind text not null check (kind in ('JobPosting', 'CvSearch', 'CvDownload')),
  amount integer not null check (amount <> 0),
  balance_after integer not null check (balance_after >= 0),
  cause text not null,
  request_id text not null,
  -- The same grant told twice counts once.
  operation_id text unique,
  created_at timestamptz not null
);
-- Lists are newest first, of all kinds or of one.
create index credit_entry_newest on credit_entry (employer_id, id desc);
create index credit_entry_newest_of_kind on credit_entry (employer_id, kind, id desc);
