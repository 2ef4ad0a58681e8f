-- When the user was removed (P-421). The row stays: notes, scorecards and keys name it.
alter table employer_user add removed_at timestamptz;
