-- Whether the person works in the sandbox of the employer; the person of the row stays the live one.
alter table session add column in_sandbox boolean not null default false;
