import type { Tx } from '@jobboard/db/sql'
import type { SimulatedAnswer } from '../deliveries/delivery.ts'
import { planByIndex } from '../sending/store.ts'

/** Replaces what the platform answers to the next attempts of a locked subscription: so many times the same. */
export async function replaceAnswers(
  sql: Tx,
  subscriptionId: number,
  { statusCode, delayMs, times }: SimulatedAnswer & { times: number },
): Promise<void> {
  await sql`delete from simulated_answer where subscription_id = ${subscriptionId}`
  await sql`
    insert into simulated_answer (subscription_id, place, status_code, delay_ms)
    select ${subscriptionId}::integer, place, ${statusCode}::integer, ${delayMs}::integer
    from generate_series(1, ${times}::integer) as place`
}

/** A delivery whose next attempt begins soon. */
interface NextAttempt {
  id: string
  subscriptionId: number
  /** Attempts before. */
  attempts: number
}

interface StoredAnswer extends SimulatedAnswer {
  subscriptionId: number
  place: number
  deliveryId: string | null
  number: number | null
}

/** The answers to the next attempts of deliveries, by delivery: the one that an attempt has had before, else the first that no
 * attempt has. */
export async function takeAnswers(
  sql: Tx,
  deliveries: readonly NextAttempt[],
): Promise<Map<string, SimulatedAnswer>> {
  const answers = await sql<StoredAnswer>`
    select * from simulated_answer where subscription_id = any(${deliveries.map((one) => one.subscriptionId)}::integer[])
    order by subscription_id, place for update`
  const found = new Map<string, SimulatedAnswer>()
  if (answers.length === 0) return found
  const given: StoredAnswer[] = []
  for (const { id, subscriptionId, attempts } of deliveries) {
    const own = answers.filter((one) => one.subscriptionId === subscriptionId)
    const before = own.find((one) => one.deliveryId === id && one.number === attempts + 1)
    const answer = before ?? own.find((one) => one.deliveryId === null)
    if (!answer) continue
    found.set(id, answer)
    if (before) continue
    answer.deliveryId = id
    answer.number = attempts + 1
    given.push(answer)
  }
  if (given.length > 0) {
    await sql`
      update simulated_answer a set delivery_id = given."deliveryId", number = given.number
      from json_to_recordset(${JSON.stringify(given)}::json)
        as given("subscriptionId" integer, place integer, "deliveryId" uuid, number integer)
      where a.subscription_id = given."subscriptionId" and a.place = given.place`
  }
  return found
}

/** The sandboxes of all subscriptions of sandboxes, by subscription. */
export async function listSandboxes(sql: Tx): Promise<Map<number, number>> {
  const [, rows] = await Promise.all([
    planByIndex(sql),
    sql<{ id: number; sandboxId: number }>`
      select id, sandbox_id from subscription where sandbox_id is not null order by sandbox_id, id`,
  ])
  return new Map(rows.map(({ id, sandboxId }) => [id, sandboxId]))
}

const BATCH = 1_000

/** Deletes what webhook has of a retired sandbox, 1,000 deliveries or events at a time. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  // In the order of a registration, and before deliveries, as outcomes lock them.
  await sql`select from event_feed where employer_id = ${sandboxId} for update`
  const subscriptions = await sql<{ id: number }>`
    select id from subscription where sandbox_id = ${sandboxId} order by id for update`
  const ids = subscriptions.map(({ id }) => id)
  const deliveries = await sql<{ id: string }>`
    select id from delivery where subscription_id = any(${ids}::integer[]) limit ${BATCH} for update`
  const deliveryIds = deliveries.map(({ id }) => id)
  await sql`delete from attempt where delivery_id = any(${deliveryIds}::uuid[])`
  await sql`delete from delivery where id = any(${deliveryIds}::uuid[])`
  if (deliveryIds.length === BATCH) return { isDone: false }
  const events = await sql`
    delete from event where id in (select id from event where employer_id = ${sandboxId} limit ${BATCH}) returning 1`
  if (events.length === BATCH) return { isDone: false }
  await sql`delete from event_feed where employer_id = ${sandboxId}`
  await sql`delete from disabled_notice where subscription_id = any(${ids}::integer[])`
  await sql`delete from subscription_replay where subscription_id = any(${ids}::integer[])`
  await sql`delete from attempt_hour where subscription_id = any(${ids}::integer[])`
  await sql`delete from subscription where id = any(${ids}::integer[])`
  return { isDone: true }
}
