-- For a job's list with a status filter: counts and pages without reading the rest.
create index application_by_status on application (employer_id, job_id, status, applied_at desc, id desc);
