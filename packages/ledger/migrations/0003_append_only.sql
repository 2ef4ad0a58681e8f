-- What undoes an entry names it: once at most, whoever is quicker.
alter table credit_entry add reversed_entry_id bigint references credit_entry;
create unique index credit_entry_reversed on credit_entry (reversed_entry_id) where reversed_entry_id is not null;

-- Append-only, whoever writes: a mistake is undone by an entry with the opposite amount.
create function refuse_credit_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'credit_entry is append-only: reverse the entry instead';
end $$;
create trigger credit_entry_append_only before update or delete or truncate on credit_entry
  for each statement execute function refuse_credit_entry_change();
