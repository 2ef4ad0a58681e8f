-- A link that confirms the address of who wants a sandbox. What was typed is erased when the link is used, the row when it has ended.
create table sign_up (
  link_hash bytea primary key,
  -- Of the cookie of the browser that asked.
  binding_hash bytea not null,
  company_name text,
  email text,
  ends_at timestamptz not null,
  check ((company_name is null) = (email is null))
);
create index sign_up_ends on sign_up (ends_at);
