-- The scope Webhooks (P-365). Not valid: rows of before kept a narrower constraint, so there is nothing to look for.
alter table recruiter_key
  drop constraint recruiter_key_scopes_check,
  add constraint recruiter_key_scopes_check
    check (scopes <@ array['JobPosting', 'Applications', 'CvSearch', 'Webhooks'] and cardinality(scopes) > 0) not valid;
