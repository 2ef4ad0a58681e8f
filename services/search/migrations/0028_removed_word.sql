-- Words that left the document of a candidate, until a timer or an erasure has deleted those that no document holds
-- (P-140). One row for each change of a document.
create table removed_word (
  id bigint generated always as identity primary key,
  -- Null: words that were removed before this table existed.
  candidate_id integer,
  tokeniser_version integer not null,
  words text[] not null
);
create index removed_word_of_candidate on removed_word (candidate_id);

-- Looks at every word once: some were removed before this table existed.
insert into removed_word (tokeniser_version, words)
select 1, array_agg(word) from (select word, row_number() over (order by word) / 100 as part from cv_word) as listed
group by part order by part;
