-- End of the candidate's consent to data processing; null: none. From that moment on the candidate counts as absent
-- (P-131). Copies from before this column have null until the profile changes or candidate is resynced.
alter table candidate add column consent_expires_at timestamptz;
