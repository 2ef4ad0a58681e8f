-- no transaction
-- Built beside the index of words, which releases before it use.
drop index concurrently if exists candidate_document_lexemes;
create index concurrently candidate_document_lexemes on candidate_document using gin (document_lexemes(body));
