-- no transaction
-- Whether an e-mail address exists, ignoring case (P-124), and the list by the start of an address. The
-- addresses are ASCII. The included columns allow index-only scans, of which the condition needs the address itself.
drop index concurrently if exists candidate_email;
create index concurrently candidate_email on candidate (lower(email collate "C")) include (id, email);
