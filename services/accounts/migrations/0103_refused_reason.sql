-- Why the platform refused the key (P-426).
alter table recruiter_key add refused_reason text;
