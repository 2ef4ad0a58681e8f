-- no transaction
-- Rows that the worker `index-applications` has to write.
drop index concurrently if exists application_without_words;
create index concurrently application_without_words on application (id) where list_words is null;

-- Without a pending list, which every search would have to read.
drop index concurrently if exists application_words;
create index concurrently application_words on application using gin (list_words) with (fastupdate = off);
drop index concurrently if exists application_by_score;
create index concurrently application_by_score on application (employer_id, job_id, list_score desc, id desc) include (status);
drop index concurrently if exists application_by_name;
create index concurrently application_by_name on application (employer_id, job_id, list_name, id) include (status);
drop index concurrently if exists application_of_employer_score;
create index concurrently application_of_employer_score on application (employer_id, list_score desc, id desc) include (status);
drop index concurrently if exists application_of_employer_name;
create index concurrently application_of_employer_name on application (employer_id, list_name, id) include (status);

-- Every filter on one value, so that the applications of a large employer are counted from an index alone.
drop index concurrently if exists application_of_employer_filters;
create index concurrently application_of_employer_filters on application (employer_id, applied_at desc, id desc)
  include (status, list_score, is_ai_assisted, rejection_code, has_scorecard);
drop index concurrently if exists application_of_employer;

drop index concurrently if exists candidate_tag_by_label;
create index concurrently candidate_tag_by_label on candidate_tag (employer_id, label, candidate_id);
drop index concurrently if exists scorecard_of_author;
create index concurrently scorecard_of_author on scorecard (author_user_id, application_id);
