-- Which index a row belongs to, in two columns: the version of the documents in Postgres that it is made of (that of their
-- tokeniser), and the format of its documents on the search server. So far one number held both:
-- tokeniser_version = (format - 1) * 10000 + version. The release before this one reads and writes that number, so both columns
-- are computed from it, and this release writes it, too. The contract step after this release lets the columns be
-- stored (`drop expression`) and drops `tokeniser_version`.
-- allowed adding-field-with-default: search_index and search_reindex have a row per index, pending_change one per unsent change.
alter table search_index
  add column document_version integer not null generated always as (tokeniser_version % 10000) stored,
  add column index_format integer not null generated always as (tokeniser_version / 10000 + 1) stored;
-- Rewritten under a lock: one short row per change that is not sent yet.
alter table pending_change
  add column document_version integer not null generated always as (tokeniser_version % 10000) stored,
  add column index_format integer not null generated always as (tokeniser_version / 10000 + 1) stored;
-- With Postgres, whose documents have one format, index_format is 1.
alter table search_reindex
  add column document_version integer not null generated always as (tokeniser_version % 10000) stored,
  add column index_format integer not null generated always as (tokeniser_version / 10000 + 1) stored;
