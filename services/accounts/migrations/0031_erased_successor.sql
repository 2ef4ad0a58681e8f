-- The audit row of a rotation also has the successor's name, which erasures before this release left (P-120).
update audit set after = jsonb_set(after, '{replacedBy,name}', '"Erased"')
where action = 'rotate-key' and after #> '{replacedBy,name}' is not null and object in (
  select 'api-key ' || candidate_key.id from candidate_key join erased_candidate using (candidate_id));
