import type { Sql } from '@jobboard/db/sql'

/** Of one statement, so that none comes near its time limit on a busy machine. */
const MAX_ROWS = 10_000

/** Appends events of an employer that happened at one time to its feed, without deliveries. Returns their ids. */
export async function insertFeed(
  sql: Sql,
  { employerId, type, at, count }: { employerId: number; type: string; at: Date; count: number },
): Promise<string[]> {
  const ids: string[] = []
  for (let left = count; left > 0; left -= MAX_ROWS) {
    const size = Math.min(left, MAX_ROWS)
    const rows = await sql<{ id: string }>`
      with feed as (
        insert into event_feed (employer_id, last_number) values (${employerId}, ${size})
        on conflict (employer_id) do update set last_number = event_feed.last_number + ${size}
        returning last_number
      )
      insert into event (id, employer_id, type, body, occurred_at, feed_number)
      select new.id, ${employerId}, ${type}::text,
        convert_to(json_build_object('id', new.id, 'type', ${type}::text)::text, 'UTF8'), ${at}, last_number - ${size} + n
      from feed, (select gen_random_uuid() as id, n from generate_series(1, ${size}::integer) as n) as new
      returning id`
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
