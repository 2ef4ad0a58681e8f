-- Questions are read, changed and locked with their job only: in its row one statement does that.
alter table job add column screening_questions json not null default '[]';

update job set screening_questions = written.questions from (
  select job_id, json_agg(json_build_object('id', id, 'text', text, 'type', type, 'required', required,
    'options', options) order by position) as questions
  from screening_question group by job_id
) written where written.job_id = job.id;

-- Ids go on where those of the table ended, removed ones included: answers point at them.
create sequence screening_question_id as integer;
select setval('screening_question_id', last_value, is_called) from screening_question_id_seq;

drop table screening_question;
