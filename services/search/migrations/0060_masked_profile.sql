-- What rows and previews show of a profile: masked once, when the document is made (P-260). Documents of tokeniser version 1, which
-- older releases write, have neither.
alter table candidate_document add column shown jsonb;
-- Version of the profile that the document was made of.
alter table candidate_document add column built_from integer;
