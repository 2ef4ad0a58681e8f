-- How a person wants to see the pages, in every browser: one row a person. Without a row everything is as the role has it.
create table preference (
  person_kind text not null check (person_kind in ('user', 'staff')),
  person_id integer not null,
  is_compact boolean not null,
  shows_calls boolean not null,
  primary key (person_kind, person_id)
);
