import type pg from 'pg'

/** Deliveries to insert: `count` over the subscriptions with these ids, one after the other, due at `dueAt`. */
export interface Fill {
  subscriptionIds: number[]
  count: number
  dueAt: Date
}

const BODY = JSON.stringify({
  ...{ id: '00000000-0000-4000-8000-000000000000', type: 'application.submitted' },
  timestamp: '2030-01-31T12:00:00.000Z',
  data: {
    ...{
      applicationId: 1_234_567,
      jobPostId: 7_654_321,
      jobTitle: 'Keeper of the lighthouse at the northern cape',
    },
    ...{
      candidateId: 2_345_678,
      appliedAt: '2030-01-31T12:00:00.000Z',
      applicationType: 'Api',
      filler: 'x'.repeat(180),
    },
  },
})

/** Inserts deliveries as the consumers do, with an event of about 450 bytes each, in one transaction. Returns their ids. */
export async function insertDeliveries(
  client: pg.Client,
  { subscriptionIds, count, dueAt }: Fill,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with made as materialized (
      select gen_random_uuid() as event_id, gen_random_uuid() as id, ($1::int[])[1 + i % cardinality($1::int[])] as subscription_id
      from generate_series(0, $2::int - 1) as i
    ), events as (
      insert into event (id, employer_id, type, body, occurred_at)
      select event_id, 1, 'application.submitted', $4::bytea, now() from made
    )
    insert into delivery (id, subscription_id, event_id, due_at, created_at)
    select id, subscription_id, event_id, $3, now() from made returning id`,
    [subscriptionIds, count, dueAt, Buffer.from(BODY)],
  )
  return rows.map(({ id }) => id)
}

/** Rows of the table of deliveries that were read until now; a second late. */
export async function countRowsRead(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>(
    `select seq_tup_read + idx_tup_fetch as n from pg_stat_user_tables where relname = 'delivery'`,
  )
  return Number(rows[0]!.n)
}

/** Number of deliveries of the subscriptions that are due and not finished. */
export async function countDue(client: pg.Client, subscriptionIds: number[]): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from delivery
    where subscription_id = any($1) and status = 'Pending' and due_at < now() + interval '1 minute'`,
    [subscriptionIds],
  )
  return rows[0]!.n
}
