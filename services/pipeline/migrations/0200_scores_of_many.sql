-- Once for all assessments of a statement. Without a scan of the table: the plan is made once, when the table may still be
-- small, and stays while it grows.
create or replace function copy_score() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update application set list_score = added.score
  from added where application.id = added.application_id and list_score <> added.score;
  return null;
end
$$;
create or replace trigger copy_score after insert on assessment referencing new table as added
  for each statement execute function copy_score();

-- A check of this key reads, locks and so writes every application again that arrives. Assessments are written with their
-- application, or while it is locked.
alter table assessment drop constraint assessment_application_id_fkey;
