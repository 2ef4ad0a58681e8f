create table book (
  id integer generated always as identity primary key,
  employer_id integer not null,
  title text not null,
  blurb text
);
