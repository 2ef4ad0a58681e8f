-- A sandbox belongs to a live employer, or to the user of its own who signed up for it: then it has no employer_id. No release before
-- stores such a row, and its statements find none of them.
-- contract step after release 0.3.0: it has no such table.
-- allowed ban-drop-not-null: no release has this table; it has at most 200 rows.
-- allowed adding-field-with-default: no release has this table; it has at most 200 rows.
-- allowed adding-serial-primary-key-field: no release has this table; it has at most 200 rows.
-- allowed disallowed-unique-constraint: no release has this table; it has at most 200 rows.
-- allowed constraint-missing-not-valid: no release has this table; it has at most 200 rows.
alter table sandbox
  drop constraint sandbox_pkey,
  alter column employer_id drop not null,
  add column number integer generated always as identity primary key,
  add column user_id integer unique,
  add constraint sandbox_employer_id_key unique (employer_id),
  add check (num_nonnulls(employer_id, user_id) = 1);
