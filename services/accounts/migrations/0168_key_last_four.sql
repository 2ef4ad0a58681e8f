-- The last four characters of a key, which are of its checksum: by them people find a key in the list. Null for older keys.
alter table recruiter_key add last_four text;
alter table candidate_key add last_four text;
