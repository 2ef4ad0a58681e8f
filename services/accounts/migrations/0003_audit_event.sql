-- What tells of a change in another service comes by event and, of a ledger, with its answer too: one row for both.
alter table audit add event_id uuid unique;
