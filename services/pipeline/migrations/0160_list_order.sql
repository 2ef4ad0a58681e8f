-- What lists find and sort applications by. Names that no other table has, because statements of the release before join it.
alter table application
  -- The words of the name without case and accents, for the order of lists; empty of an erased candidate.
  add column list_name text collate "C" not null default '',
  -- The score of the assessment; -1 until there is one.
  add column list_score integer not null default '-1',
  add column has_scorecard boolean not null default false,
  -- The words that q finds, each with the employer: `7/ada`. Null: the worker `index-applications` writes them, of rows that are older
  -- than this column or were written by a release that does not know it. Empty of an erased candidate.
  add column list_words tsvector;
-- Every word is in few rows, so statistics say nothing; without them the plans are the same everywhere.
alter table application alter column list_words set statistics 0;
-- Beside the other columns of a list, not apart: it is read with each row that is checked.
alter table application alter column list_words set storage main;

-- A release that does not know the columns changes the person without them, for example erases it.
create function forget_list_words() returns trigger language plpgsql as $$
begin
  new.list_words := null;
  new.list_name := '';
  return new;
end
$$;
create trigger forget_list_words before update of name, email, headline, phone on application
  for each row when (
    (old.name, old.email, old.headline, old.phone) is distinct from (new.name, new.email, new.headline, new.phone)
    and old.list_words is not distinct from new.list_words)
  execute function forget_list_words();

create function copy_score() returns trigger language plpgsql as $$
begin
  update application set list_score = new.score where id = new.application_id and list_score <> new.score;
  return null;
end
$$;
create trigger copy_score after insert on assessment for each row execute function copy_score();

-- Two at once: each counts when the other one has committed.
create function note_scorecards() returns trigger language plpgsql as $$
declare
  reviewed integer := coalesce(new.application_id, old.application_id);
begin
  perform from application where id = reviewed for no key update;
  update application set has_scorecard = not has_scorecard
  where id = reviewed and has_scorecard <> exists (select from scorecard where application_id = reviewed);
  return null;
end
$$;
create trigger note_scorecards after insert or delete on scorecard for each row execute function note_scorecards();
