-- no transaction
-- The scores of a page of applications from the index alone: assessments are wide and lie apart.
drop index concurrently if exists assessment_score;
create index concurrently assessment_score on assessment (application_id) include (score);
