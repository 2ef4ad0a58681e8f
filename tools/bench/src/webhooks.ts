import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Receiver } from '@jobboard/testkit/receiver'
import type pg from 'pg'
import { type Bench, type Benchmark, scaled, withStack } from './benchmark.ts'
import { type Figure, quantile } from './figures.ts'
import { mapConcurrently } from './load.ts'

const RUNS = 3
const PER_SECOND = 1_000
const STEP_MS = 50
const LIMIT_MS = 120_000
/** What a consumer publishes after its commit, so that every sender looks for due deliveries. */
const WAKE_SUBJECT = 'wake.webhook.delivery'
const DELIVERIES = scaled(30_000, 1_000)
const SECONDS = scaled(10)
/** Subscriptions of each new installation; the last one gets the retries too. */
const INSTALLATIONS = [20, scaled(1_000, 300)]
const BACKLOG = scaled(20_000)
const RETRIES = scaled(500_000)

/** The webhook service alone, without the services before it. */
interface Data {
  bench: Bench
  client: pg.Client
  bus: Bus
  receiver: Receiver
  employerId: number
}

export const webhooks: Benchmark = {
  name: 'webhooks',
  help: `deliveries per second and how long one is due, in new installations with 20 and 1 000 subscriptions, alone and
beside a receiver that hangs; with 500 000 retries (about six minutes and 2 GB more)`,
  async measureAlone(log) {
    const figures: Figure[] = []
    for (const subscriptions of INSTALLATIONS) {
      const run = (bench: Bench) => measureInstallation(bench, subscriptions)
      figures.push(...(await withStack(log, run)))
    }
    return { figures }
  },
}

/** With the statistics of its first delivered webhooks; alone and beside a receiver that hangs in turns. */
async function measureInstallation(bench: Bench, subscriptions: number): Promise<Figure[]> {
  const { id } = await bench.admin<{ id: number }>('/admin/v1/employers', { name: 'Bench' })
  const [client, bus, receiver] = [
    await bench.connect('webhook'),
    await bench.openBus(),
    await bench.openReceiver(),
  ]
  const data: Data = { bench, client, bus, receiver, employerId: id }
  const ids = await subscribe(data, subscriptions)
  const what = `${subscriptions} subscriptions`
  await throughput(data, ids, `${what}, warm-up`, 1)
  // As autovacuum does within a minute: nothing is pending at that moment.
  await client.query('vacuum analyze delivery, event')
  const plain = await throughput(data, ids, what)
  receiver.hang(true, '/hang')
  const hanging = (await subscribe(data, 1, new URL('/hang', receiver.url).href))[0]!
  // Ten failures in a row would disable it within 10 s.
  const setFailures = 'update subscription set consecutive_failures = -1000000 where id = $1'
  await client.query(setFailures, [hanging])
  const alone: number[][] = []
  const beside: number[][] = []
  for (let run = 0; run < RUNS; run++) {
    alone.push(await latency(data, ids, `${what}, alone`))
    await insertDeliveries(client, [hanging], BACKLOG, new Date())
    beside.push(await latency(data, ids, `${what}, beside a receiver that hangs`))
    await client.query(`update delivery set status = 'Cancelled' where subscription_id = $1`, [hanging])
    receiver.hang(false)
    receiver.hang(true, '/hang')
  }
  const [aloneP95, besideP95] = [medianOf(alone, 0.95), medianOf(beside, 0.95)]
  const due = `webhooks: ${what}: due to first byte at ${PER_SECOND}/s`
  return [
    { what: `webhooks: ${what}`, value: plain, unit: '/s', goal: '>= 3000' },
    { what: `${due}: p50`, value: medianOf(alone, 0.5), unit: 'ms' },
    { what: `${due}: p95`, value: aloneP95, unit: 'ms', goal: '<= 100' },
    { what: `${due}, beside a receiver that hangs: p95`, value: besideP95, unit: 'ms' },
    { what: `webhooks: ${what}: slower by it`, value: besideP95 / aloneP95, unit: 'times', goal: '<= 2' },
    ...(subscriptions === INSTALLATIONS.at(-1) ? await measureRetries(data, ids, plain) : []),
  ]
}

/** With retries that are due tomorrow. */
async function measureRetries(data: Data, ids: number[], plain: number): Promise<Figure[]> {
  const { client, bench } = data
  bench.log(`${RETRIES} retries that are due tomorrow…`)
  const tomorrow = new Date(Date.now() + 86_400_000)
  for (let i = 0; i < 10; i++) await insertDeliveries(client, ids, RETRIES / 10, tomorrow)
  await client.query('vacuum analyze delivery, event')
  const retries = await throughput(data, ids, `${RETRIES} retries`)
  return [
    { what: `webhooks: with ${RETRIES} retries tomorrow`, value: retries, unit: '/s' },
    {
      what: 'webhooks: slower by these retries',
      value: 100 * (1 - retries / plain),
      unit: '%',
      goal: '<= 20',
    },
  ]
}

/** Creates subscriptions through the Admin API: each has a secret of its own. */
function subscribe(
  { bench, receiver, employerId }: Data,
  count: number,
  url = receiver.url,
): Promise<number[]> {
  const endpoint = `/admin/v1/employers/${employerId}/webhook-subscriptions`
  const body = { url, events: ['application.submitted'] }
  return mapConcurrently(count, 8, async () => (await bench.admin<{ id: number }>(endpoint, body)).id)
}

/** Inserts deliveries as the consumers do, over the subscriptions in turn, with an event of about 450 bytes each, in one
 * transaction. Returns their ids. */
async function insertDeliveries(
  client: pg.Client,
  subscriptionIds: number[],
  count: number,
  dueAt: Date,
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
    [subscriptionIds, count, dueAt, BODY],
  )
  return rows.map(({ id }) => id)
}

const BODY = Buffer.from(
  JSON.stringify({
    id: '00000000-0000-4000-8000-000000000000',
    type: 'application.submitted',
    timestamp: '2030-01-31T12:00:00.000Z',
    data: { applicationId: 1_234_567, jobPostId: 7_654_321, applicationType: 'Api', filler: 'x'.repeat(290) },
  }),
)

/** Deliveries per second from the first arrival until every outcome is stored: the median. */
async function throughput(
  { bench, client, receiver }: Data,
  subscriptionIds: number[],
  what: string,
  runs = RUNS,
): Promise<number> {
  const isNothingDue = async () => {
    const { rows } = await client.query(
      `select not exists (select from delivery where subscription_id = any($1) and status = 'Pending'
        and due_at < now() + interval '1 minute') as nothing`,
      [subscriptionIds],
    )
    return rows[0].nothing as boolean
  }
  const rates: number[] = []
  for (let run = 0; run < runs; run++) {
    receiver.received.length = 0
    await insertDeliveries(client, subscriptionIds, DELIVERIES, new Date(Date.now() + 500))
    await waitUntil(() => receiver.received.length > 0)
    const started = performance.now()
    await waitUntil(() => receiver.received.length >= DELIVERIES)
    await waitUntil(isNothingDue)
    rates.push((DELIVERIES * 1_000) / (performance.now() - started))
    bench.log(`${what}, run ${run + 1} of ${runs}: ${rates.at(-1)!.toFixed(0)}/s`)
  }
  return quantile(rates, 0.5)
}

/** Milliseconds from the moment that each delivery is due until its request arrives, at a steady rate. */
async function latency(
  { bench, client, bus, receiver }: Data,
  subscriptionIds: number[],
  what: string,
): Promise<number[]> {
  receiver.received.length = 0
  const dueAt = new Map<string, number>()
  const perStep = (PER_SECOND * STEP_MS) / 1_000
  const begin = performance.now()
  for (let step = 0; step < (SECONDS * 1_000) / STEP_MS; step++) {
    await sleep(Math.max(0, begin + step * STEP_MS - performance.now()))
    const now = Date.now()
    const first = (step * perStep) % subscriptionIds.length
    const rotated = [...subscriptionIds.slice(first), ...subscriptionIds.slice(0, first)]
    const ids = await insertDeliveries(client, rotated.slice(0, perStep), perStep, new Date(now))
    for (const id of ids) dueAt.set(id, now)
    bus.nc.publish(WAKE_SUBJECT)
  }
  await waitUntil(() => receiver.received.length >= dueAt.size)
  const waited = receiver.received.flatMap(({ at, headers }) => {
    const due = dueAt.get(String(headers['x-webhook-delivery-id']))
    return due === undefined ? [] : [at - due]
  })
  bench.log(`${what}: p95 ${quantile(waited, 0.95).toFixed(1)} ms`)
  return waited
}

function medianOf(runs: number[][], q: number): number {
  return quantile(
    runs.map((times) => quantile(times, q)),
    0.5,
  )
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`the deliveries did not arrive within ${LIMIT_MS / 1_000} s`)
    await sleep(10)
  }
}
