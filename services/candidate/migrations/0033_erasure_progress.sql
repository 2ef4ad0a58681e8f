-- How many services have confirmed, so that metrics read the unconfirmed erasures alone (P-141). Those that the previous
-- release confirms beside this one are counted too low: such a row stays in the index and is reported as confirmed.
alter table erasure add column confirmations smallint not null default 0;
update erasure set confirmations = (select count(*) from erasure_confirmation where erasure_id = id);
