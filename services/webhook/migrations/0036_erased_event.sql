-- The person that the event is about is erased: responses to its later attempts are not stored.
alter table event add column is_erased boolean not null default false;
