-- The ledger stays append-only but for retired sandboxes: their entries go with them.
create function refuse_credit_entry_delete() returns trigger language plpgsql as $$
declare is_retired boolean;
begin
  execute format('select exists (select from %I.retired_sandbox where sandbox_id = $1)', tg_table_schema)
    into is_retired using old.employer_id;
  if is_retired then return old; end if;
  raise exception 'credit_entry is append-only: reverse the entry instead';
end $$;
drop trigger credit_entry_append_only on credit_entry;
create trigger credit_entry_append_only before update or truncate on credit_entry
  for each statement execute function refuse_credit_entry_change();
create trigger credit_entry_kept before delete on credit_entry
  for each row execute function refuse_credit_entry_delete();
