-- How a notice ended. `outcome`, which the release before writes and this one writes too, is the word for attempts of
-- deliveries; the contract step after this release makes this column plain and drops that one.
-- allowed adding-field-with-default: a row per disabled subscription; the rewrite takes milliseconds.
alter table disabled_notice
  add column closed_as text generated always as (outcome) stored;
