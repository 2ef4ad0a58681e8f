-- What a person had typed when the session had ended, until the form is sent again: one form a person. Only the browser that
-- sent it has the key, in a cookie.
create table kept_form (
  person_kind text not null check (person_kind in ('user', 'staff')),
  person_id integer not null,
  sealed bytea not null,
  ends_at timestamptz not null,
  primary key (person_kind, person_id)
);

create index kept_form_ends on kept_form (ends_at);
