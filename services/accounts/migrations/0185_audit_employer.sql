-- Whose data was changed: employers read their own audit.
alter table audit add employer_id integer;
