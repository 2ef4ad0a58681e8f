-- Words of a document and pairs of neighbouring words, `machine/learning`, for an index that also answers phrases of two
-- words. Computed from body, so that documents which an older release writes have them too. The same as pairLexeme of
-- search-query: of a pair of more than 48 bytes half of its SHA-256. A body is |/machine/learning/c++/|/acme/|
create function document_lexemes(body text) returns tsvector
language sql immutable strict parallel safe cost 10000
return array_to_tsvector(array_remove(string_to_array(body, '/'), '|') || array(
  select case when length(first) + length(second) < 48 then first || '/' || second
    else '|' || encode(substr(sha256(decode(first || '/' || second, 'escape')), 1, 16), 'base64') end
  from unnest(string_to_array(body, '/'), (string_to_array(body, '/'))[2:]) as neighbours (first, second)
  where first <> '|' and second <> '|'));
