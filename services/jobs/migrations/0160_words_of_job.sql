-- What the list of an employer's jobs is searched and sorted by: the words of title, reference and city, each as `employer/word`, and
-- the words of the title in order. `words_version` is the version of the job that they are of: a replica of the release before does
-- not write them, and the timer `fold-words` does.
alter table job add column words tsvector, add column title_key text collate "C", add column words_version integer;
