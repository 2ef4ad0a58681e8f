-- Who paid for the window; null in windows from before these columns.
alter table unlock add column user_id integer, add column key_id integer;
