-- Words of a document, `machine`, and links, `machine/learning` and `years of/experience`: each word that is not inner with the
-- next such word. For an index that also answers phrases of one link. Computed from body, |/machine/learning/|/acme/|, so that
-- documents which an older release writes have them too. The same as linkLexeme and isInner of search-query.
create function document_lexemes(body text) returns tsvector
language sql immutable strict parallel safe cost 10000
return array_to_tsvector(array_remove(string_to_array(body, '/'), '|') || array(
  select case when length(first) + length(next) < 48 then first || '/' || next
    else '|' || encode(substr(sha256(decode(first || '/' || next, 'escape')), 1, 16), 'base64') end
  from (
    -- An inner word follows its predecessor after a blank: |/years of/experience/|
    select string_to_array(string_agg(case when word in ('a', 'an', 'and', 'are', 'be', 'by', 'for', 'from', 'is', 'of', 'or',
      'that', 'the', 'this', 'to', 'with') then ' ' else '/' end || word, ''), '/') as parts
    from unnest(string_to_array(body, '/')) as word
  ) as linked, unnest(parts, parts[2:]) as neighbours (first, second), split_part(second, ' ', 1) as next
  where left(first, 1) <> '|' and left(second, 1) <> '|'));
