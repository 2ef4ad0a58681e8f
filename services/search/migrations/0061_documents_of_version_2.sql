-- The tables of tokeniser version 2, which a process of this release would create when it starts: a restore loads rows into
-- the tables that the migrations make. A new version has a migration like this one.
create table if not exists candidate_document_2 (
  like candidate_document including all, foreign key (candidate_id) references candidate on delete cascade)
  with (toast_tuple_target = 128);
create table if not exists cv_word_2 (like cv_word including all);
