-- The scope Webhooks (P-365). One short scan: the table has a row for each key.
alter table recruiter_key
  drop constraint recruiter_key_scopes_check,
  add constraint recruiter_key_scopes_check
    check (scopes <@ array['JobPosting', 'Applications', 'CvSearch', 'Webhooks'] and cardinality(scopes) > 0);
