-- The tags of an employer. The label is case-folded, so it is the identity (D-27); a tag that no candidate has is
-- deleted. Binary order: lists must not depend on the locale of the database.
create table tag (
  employer_id integer not null,
  label text collate "C" not null,
  -- Candidates with this tag; the row lock of an update makes it exact.
  usage_count integer not null check (usage_count >= 0),
  primary key (employer_id, label)
);

-- Which candidates have a tag; it shows on all their applications to the employer.
create table candidate_tag (
  employer_id integer not null,
  candidate_id integer not null,
  label text collate "C" not null,
  assigned_at timestamptz not null,
  primary key (employer_id, candidate_id, label)
);
