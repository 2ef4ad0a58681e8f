-- A job belongs to one employer. Without this the planner expects one row of a job and counts a status with any index.
create statistics application_job (dependencies, ndistinct) on employer_id, job_id from application;
analyze application;

-- Profiles, cover letters and answers of rows larger than 2 kB are stored apart, so that a list reads narrow rows.
alter table application set (toast_tuple_target = 256);

-- Index-only reads need pages that vacuum has visited.
alter table candidate_tag set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table assessment set (autovacuum_vacuum_insert_scale_factor = 0.02);
