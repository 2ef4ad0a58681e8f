-- By which an import recognises the e-mail address of an erased person (P-146): HMAC-SHA-256 with ERASED_EMAIL_KEY. Null
-- without that key, and of erasures before this column.
alter table erasure add column email_hash bytea;
