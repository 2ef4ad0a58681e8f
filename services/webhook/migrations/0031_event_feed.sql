-- D-62: the place of an event in the feed of its employer. Null for `webhook.test`, which is not in the feed.
alter table event add column feed_number bigint;
-- The last number given, per employer; its row is locked until the commit, so numbers become visible in their order.
create table event_feed (
  employer_id integer primary key,
  last_number bigint not null
);
update event set feed_number = numbered.feed_number
from (
  select id, row_number() over (partition by employer_id order by occurred_at, id) as feed_number
  from event where type <> 'webhook.test'
) as numbered
where numbered.id = event.id;
insert into event_feed (employer_id, last_number)
select employer_id, max(feed_number) from event where feed_number is not null group by employer_id;
