-- Each tokeniser version has documents, words and consumers of its own, so that two releases search side by side.
-- Those of version 1 are candidate_document and cv_word; a process of version n creates candidate_document_n, cv_word_n.
create table tokeniser (
  version integer primary key,
  -- Every searchable candidate has a document of this version; events keep it so.
  is_complete boolean not null,
  -- The build has passed this candidate.
  built_to integer not null default 0,
  -- Last time that a process of this version ran, on the real clock.
  seen_at timestamptz not null default now()
);
insert into tokeniser (version, is_complete)
select 1, not exists (select from candidate_document where tokeniser_version <> 1);
