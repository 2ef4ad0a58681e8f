-- no transaction
-- For the look-up of an imported e-mail address (P-146).
drop index concurrently if exists erasure_email;
create index concurrently erasure_email on erasure (email_hash) where email_hash is not null;
