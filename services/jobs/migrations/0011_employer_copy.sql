-- Names of employers, copied from the events of accounts; a miss is looked up there.
create table employer_copy (
  employer_id integer primary key,
  name text not null,
  version integer not null
);
