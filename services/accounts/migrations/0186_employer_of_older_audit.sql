-- Rows before this release get their employer from what they name.
-- allowed changed-rows: nobody changes audit rows; new ones are stored meanwhile.
update audit set employer_id = coalesce(
    case when audit.object ~ '^employer [0-9]{1,9}$' then split_part(audit.object, ' ', 2)::integer end,
    case when jsonb_typeof(audit.after -> 'employerId') = 'number' then (audit.after ->> 'employerId')::integer end,
    case when jsonb_typeof(audit.before -> 'employerId') = 'number' then (audit.before ->> 'employerId')::integer end,
    changed_user.employer_id, changed_key.employer_id, by_user.employer_id, by_key.employer_id)
from audit named
  left join employer_user changed_user on named.object = 'user ' || changed_user.id
  left join recruiter_key changed_key on named.object = 'api-key ' || changed_key.id
  left join employer_user by_user on named.actor = 'user ' || by_user.id
  left join recruiter_key by_key on named.actor = 'key ' || by_key.id
where audit.id = named.id;
