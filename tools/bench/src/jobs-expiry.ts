import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Figure } from './figures.ts'

const EXPIRING = 10_000

/** Time from the second in which 10 000 jobs are due until the last one is Expired, which commits with its event, and
 * until the last event is published. */
export async function benchExpiry(client: pg.Client): Promise<Figure[]> {
  const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 5_000)
  await client.query(
    `update job set expiry_date = $1 where id in (
      select id from job tablesample bernoulli (5) repeatable (2) where status = 'Active' limit $2)`,
    [due, EXPIRING],
  )
  await sleep(due.getTime() - Date.now())
  const expired = `select count(*)::int as count from outbox where subject = 'evt.jobs.job.expired.v1'`
  const isDone = async (query: string) => (await client.query(query)).rows[0].count >= EXPIRING
  while (!(await isDone(expired))) await sleep(50)
  const expiredMs = Date.now() - due.getTime()
  while (!(await isDone(`${expired} and published_at is not null`))) await sleep(50)
  const publishedMs = Date.now() - due.getTime()
  const what = `${EXPIRING} jobs due in one second`
  return [
    { what: `${what}: all Expired`, value: expiredMs / 1_000, unit: 's', goal: '<= 10 s' },
    { what: `${what}: all events published`, value: publishedMs / 1_000, unit: 's' },
  ]
}
