-- Who may sign in to the portal for the platform (P-423). A removed row stays: audit rows name it.
create table staff (
  id integer generated always as identity primary key,
  name text not null,
  email text not null,
  role text not null check (role in ('viewer', 'operator')),
  created_at timestamptz not null,
  removed_at timestamptz
);
create unique index staff_email on staff (lower(email)) where removed_at is null;
