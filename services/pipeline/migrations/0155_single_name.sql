-- A person with a single name has it as first and last name; it is shown once (P-596). The name of an application is its copy
-- from the time of applying: only names that are a text twice are compared with the profile.
-- allowed changed-rows: applications of persons with a single name only, a few rows, locked while the table is read once.
update application set name = candidate ->> 'firstName'
where name = left(name, (length(name) - 1) / 2) || ' ' || left(name, (length(name) - 1) / 2)
  and candidate ->> 'firstName' = candidate ->> 'lastName';
