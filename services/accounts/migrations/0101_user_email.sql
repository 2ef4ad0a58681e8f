-- no transaction
-- Who signs in with an address, in any letter case (P-422).
drop index concurrently if exists employer_user_email;
create index concurrently employer_user_email on employer_user (lower(email), id) where removed_at is null;
