-- Applications that arrived before assessments existed are assessed by the rubric, from the profile stored with them (P-117).
insert into assessment_task (application_id)
select id from application
where not is_restored and not exists (select from assessment where application_id = application.id);
