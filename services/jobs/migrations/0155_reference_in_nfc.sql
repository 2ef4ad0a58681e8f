-- no transaction
-- The jobs of an employer with a reference, in composed or decomposed accents (P-407, P-595). The release before uses job_reference.
drop index concurrently if exists job_reference_in_nfc;
create index concurrently job_reference_in_nfc on job (employer_id, normalize(reference)) where reference is not null;
