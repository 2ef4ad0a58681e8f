-- The list of Active jobs is written again with the words of tokeniser version 3; until then a job is found by those of version 2.
insert into active_job_queue (job_id) select id from job where status = 'Active' order by posted_date, id;
