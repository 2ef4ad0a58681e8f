-- The reasons of an employer to reject applications, in their order (P-412).
create table employer_rejection_reasons (
  employer_id integer primary key,
  reasons jsonb not null
);

-- Why an application is Rejected now, and why it was with each change. The texts are about a person: an erasure empties them.
alter table application add column rejection_code text, add column rejection_text text;
alter table status_change add column rejection_code text, add column rejection_text text;
