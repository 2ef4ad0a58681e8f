-- no transaction
drop index concurrently if exists job_words;
create index concurrently job_words on job using gin (words);
-- What the timer looks for every second.
drop index concurrently if exists job_without_words;
create index concurrently job_without_words on job (id) where words_version is distinct from version;
-- The sorts of the list and their totals, from the index alone; a job without the date is last.
drop index concurrently if exists job_by_posted_date;
create index concurrently job_by_posted_date on job (employer_id, coalesce(posted_date, '-infinity'::timestamptz) desc, id desc)
  include (status, expiry_date, updated_at, posted_date);
drop index concurrently if exists job_by_expiry_date;
create index concurrently job_by_expiry_date on job (employer_id, coalesce(expiry_date, 'infinity'::timestamptz), id)
  include (status, expiry_date, updated_at);
drop index concurrently if exists job_by_title;
create index concurrently job_by_title on job (employer_id, coalesce(title_key, ''), id)
  include (status, expiry_date, updated_at, title_key);
