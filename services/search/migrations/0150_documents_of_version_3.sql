-- The tables of tokeniser version 3, as 0061 made those of version 2.
create table if not exists candidate_document_3 (
  like candidate_document including all, foreign key (candidate_id) references candidate on delete cascade)
  with (toast_tuple_target = 128);
create table if not exists cv_word_3 (like cv_word including all);
