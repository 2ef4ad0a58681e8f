-- What an employer decides about itself, beside its name (P-640). The threshold 0 is never reached: no mails.
alter table employer
  add time_zone text not null default 'UTC',
  add credit_threshold integer not null default 5;

-- Which mails a user gets; without a row those of `defaultMails`.
create table mail_setting (
  user_id integer primary key,
  employer_id integer not null,
  applications text not null check (applications in ('at_once', 'daily', 'off')),
  keys boolean not null,
  credits boolean not null,
  webhooks boolean not null,
  foreign key (employer_id, user_id) references employer_user (employer_id, id)
);

-- Users with new applications that no mail has named yet, and when it is due.
create table mail_due (
  user_id integer primary key,
  employer_id integer not null,
  due_at timestamptz not null,
  foreign key (employer_id, user_id) references employer_user (employer_id, id)
);
create index mail_due_at on mail_due (due_at);
create table mail_due_job (
  user_id integer references mail_due on delete cascade,
  job_id integer,
  applications integer not null,
  primary key (user_id, job_id)
);

-- Mails to send, and those that were sent. The id is the first part of the Message-ID. No address.
create table mail (
  id uuid primary key,
  employer_id integer not null,
  user_id integer not null,
  kind text not null check (kind in ('applications', 'keys', 'credits', 'webhooks')),
  data jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  closed_as text check (closed_as in ('Sent', 'GivenUp', 'Suppressed')),
  closed_at timestamptz,
  check ((closed_as is null) = (closed_at is null)),
  foreign key (employer_id, user_id) references employer_user (employer_id, id)
);
create index mail_waiting on mail (next_attempt_at) where closed_at is null;
create index mail_of_employer on mail (employer_id, created_at desc, id desc);
create index mail_of_user on mail (user_id, created_at);
create index mail_old on mail (created_at);

-- Whether a balance was below the threshold when it was last looked at.
create table credit_level (
  employer_id integer,
  kind text,
  is_low boolean not null,
  primary key (employer_id, kind)
);
