-- Stages and criteria of scorecards about candidates whom an earlier release erased without them (P-120).
-- allowed changed-rows: scorecards of erased candidates only, which nobody edits: an edit is refused.
update scorecard set ratings = (
  select coalesce(jsonb_agg(jsonb_set(rating, '{criterion}', '""') order by place), '[]')
  from jsonb_array_elements(ratings) with ordinality as given (rating, place))
where application_id in (select id from application join erased_candidate using (candidate_id))
  and jsonb_array_length(ratings) > 0;

update scorecard set stage = 'erased ' || numbered.number
from (
  select application_id, author_user_id, stage, coalesce((
    select max(substr(erased.stage, 8)::integer) from scorecard erased
    where erased.application_id = card.application_id and erased.author_user_id = card.author_user_id
      and erased.stage ~ '^erased [0-9]{1,6}$'), 0)
    + row_number() over (partition by application_id, author_user_id order by created_at, stage) as number
  from scorecard card
  where application_id in (select id from application join erased_candidate using (candidate_id))
    and stage !~ '^erased [0-9]{1,6}$'
) as numbered
where scorecard.application_id = numbered.application_id
  and scorecard.author_user_id = numbered.author_user_id and scorecard.stage = numbered.stage;
