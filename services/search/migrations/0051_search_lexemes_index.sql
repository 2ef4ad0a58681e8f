-- no transaction
drop index concurrently if exists candidate_document_search_lexemes;
create index concurrently candidate_document_search_lexemes on candidate_document using gin (search_lexemes(body));
drop index concurrently if exists candidate_document_lexemes;
drop function if exists document_lexemes(text);
