-- A key whose user was removed has no user (D-67). The new version reaches the gateways as every change of a key does;
-- keys that have ended stay as they are. Few rows: users are removed one at a time.
-- allowed changed-rows: a few keys, of users who were removed; calls read the copies at the gateways meanwhile.
update recruiter_key set user_id = null, version = version + 1, kv_published_version = -1, kv_removed = false
from employer_user u
where u.employer_id = recruiter_key.employer_id and u.id = recruiter_key.user_id and u.removed_at is not null
  and recruiter_key.status <> 'Revoked' and (recruiter_key.expires_at is null or recruiter_key.expires_at > now());
