-- Replaces document_lexemes: words, links and ambiguous runs of a document, so that one index decides phrases of up to four
-- words that are not inner. A run (`one`, `year of/specialized`) is ambiguous when a link to it and one from it occur, but not
-- always both together. The lexemes are those of linkLexeme, ambiguousLexeme and surroundedLexeme of search-query.
create function search_lexemes(body text) returns tsvector
language sql immutable strict parallel safe cost 10000
return (
  with part as materialized (
    -- A word that is not inner with the inner words after it: `machine`, `years of`. `|` starts a section.
    select i, part, split_part(part, ' ', 1) as word
    from unnest(string_to_array((
      select string_agg(case when word in ('a', 'an', 'and', 'are', 'be', 'by', 'for', 'from', 'is', 'of', 'or',
        'that', 'the', 'this', 'to', 'with') then ' ' else '/' end || word, '')
      from unnest(string_to_array(body, '/')) as word), '/')) with ordinality as listed (part, i)
  ), neighbours as materialized (
    select part as part1, lead(part) over next as part2, lead(part, 2) over next as part3,
      word as word1, lead(word) over next as word2, lead(word, 2) over next as word3, lead(word, 3) over next as word4
    from part window next as (order by i)
  ), occurrence as (
    -- Runs of one and of two words that occur more than once; before and after are null at the end of a section.
    select word2 as run, case when word1 <> '|' then part1 end as before,
      case when word3 <> '|' then substr(part2, length(word2) + 1) || '/' || word3 end as after,
      part1 || '/' || part2 || '/' || word3 as whole
    from neighbours
    where word2 in (select word from part where word <> '|' group by word having count(*) > 1)
    union all
    select part2 || '/' || word3, case when word1 <> '|' then part1 end,
      case when word4 <> '|' then substr(part3, length(word3) + 1) || '/' || word4 end,
      part1 || '/' || part2 || '/' || part3 || '/' || word4
    from neighbours
    where part2 || '/' || word3 in (
      select part1 || '/' || word2 from neighbours where word1 <> '|' and word2 <> '|' group by 1 having count(*) > 1)
  ), ambiguous as (
    select run, array_agg(distinct whole) filter (where before is not null and after is not null) as surrounded
    from occurrence group by run
    having count(distinct before) * count(distinct after)
      <> count(distinct whole) filter (where before is not null and after is not null)
  ), hashed (text) as (
    select '/' || run from ambiguous union all select unnest(surrounded) from ambiguous
  ), link (text) as (
    select part1 || '/' || word2 from neighbours where word1 <> '|' and word2 <> '|'
  )
  select array_to_tsvector(array_remove(string_to_array(body, '/'), '|')
    || array(select case when length(text) <= 48 then text
      else '|' || encode(substr(sha256(decode(text, 'escape')), 1, 16), 'base64') end from link)
    || array(select '~' || encode(substr(sha256(decode(text, 'escape')), 1, 12), 'base64') from hashed))
);
