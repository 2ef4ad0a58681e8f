import { setTimeout as sleep } from 'node:timers/promises'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import pg from 'pg'
import type { Log } from '../infra/log.ts'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { mapConcurrently } from './concurrency.ts'
import { type Figure, quantile } from './figures.ts'
import { cpuUs } from './proxy/process-usage.ts'
import { countDue, insertDeliveries } from './webhooks-fill.ts'
import { openReceiver, type Receiver } from './webhooks-receiver.ts'

const RUNS = 3
/** To try the benchmark itself: 0.02 takes a minute, and its figures mean nothing. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const DELIVERIES = 30_000 * SCALE
const RETRIES = 500_000 * SCALE
const RETRY_CHUNK = RETRIES / 10
const [FEW, SOME, MANY] = [100, Math.max(100, 1_000 * SCALE), Math.max(100, 10_000 * SCALE)] as const
const PER_SECOND = 1_000
const LATENCY_SECONDS = 10 * SCALE
const STEP_MS = 50
const BACKLOG = 20_000 * SCALE
const LIMIT_MS = 120_000
/** What a consumer publishes after its commit, so that every sender looks for due deliveries. */
const WAKE_SUBJECT = 'wake.webhook.delivery'

interface Bench {
  stack: Stack
  settings: Settings
  client: pg.Client
  bus: Bus
  receiver: Receiver
  log: Log
  employerId: number
}

/** The webhook service alone: deliveries per second and per core-second with HMAC, attempt log and fsync, and how long a
 * delivery is due until its first byte arrives; then the same with many retries, many subscriptions and a hanging
 * receiver. Medians of three runs. */
export async function benchWebhooks(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const env = stack.plans.find(({ name }) => name === 'webhook')!.plan.env
  const client = new pg.Client({ connectionString: env.DATABASE_URL! })
  await client.connect()
  const bus = openBus({
    url: env.NATS_URL!,
    name: 'bench',
    log: { info() {}, warn() {}, error() {} } as never,
  })
  await bus.ready()
  const receiver = await openReceiver()
  try {
    const employer = { name: 'Bench' }
    const { id } = await postJson<{ id: number }>(
      stack.adminUrl,
      settings.adminToken,
      '/admin/v1/employers',
      employer,
    )
    return await measureAll({ stack, settings, client, bus, receiver, log, employerId: id })
  } finally {
    await receiver.close()
    await bus.close()
    await client.end()
  }
}

async function measureAll(bench: Bench): Promise<Figure[]> {
  const ids = await subscribe(bench, SOME, '/')
  const few = ids.slice(0, FEW)
  await throughput(bench, ids, 'warm-up', 1)
  const plain = await throughput(bench, ids, `${SOME} subscriptions`)
  const fewer = await throughput(bench, few, `${FEW} subscriptions`)
  const quiet = await latency(bench, few, 'alone')
  const [hanging] = await subscribe(bench, 1, '/hang')
  // Ten failures in a row would disable it within 10 s.
  await bench.client.query('update subscription set consecutive_failures = -1000000 where id = $1', [hanging])
  bench.log(`A receiver that hangs, with ${BACKLOG} due deliveries…`)
  await insertDeliveries(bench.client, { subscriptionIds: [hanging!], count: BACKLOG, dueAt: new Date() })
  const beside = await latency(bench, few, 'beside a receiver that hangs')
  await bench.client.query(`update subscription set status = 'Deleted' where id = $1`, [hanging])

  bench.log(`${RETRIES} retries that are due tomorrow…`)
  const tomorrow = new Date(Date.now() + 86_400_000)
  for (let i = 0; i < RETRIES / RETRY_CHUNK; i++) {
    await insertDeliveries(bench.client, { subscriptionIds: ids, count: RETRY_CHUNK, dueAt: tomorrow })
    bench.log(`${(i + 1) * RETRY_CHUNK} of ${RETRIES}`)
  }
  await bench.client.query('vacuum analyze delivery, event')
  const retries = await throughput(bench, ids, `${RETRIES} retries tomorrow`)
  const many = [...ids, ...(await subscribe(bench, MANY - SOME, '/'))]
  await bench.client.query('vacuum analyze subscription')
  const withMany = await throughput(bench, many, `${MANY} subscriptions`)
  const latencyOfMany = await latency(bench, many, `${MANY} subscriptions`)

  const slower = (rate: number) => 100 * (1 - rate / plain.perSecond)
  return [
    ...figuresOf(`${SOME} subscriptions`, plain, '>= 3000'),
    ...figuresOf(`${FEW} subscriptions`, fewer),
    ...figuresOf(`with ${RETRIES} retries tomorrow`, retries),
    { what: 'webhooks: slower by these retries', value: slower(retries.perSecond), unit: '%', goal: '<= 20' },
    ...figuresOf(`with them and ${MANY} subscriptions`, withMany),
    { what: `webhooks: due to first byte at ${PER_SECOND}/s: p50`, value: quiet.p50, unit: 'ms' },
    { what: 'webhooks: due to first byte: p95', value: quiet.p95, unit: 'ms', goal: '<= 100' },
    { what: 'webhooks: due to first byte beside a receiver that hangs: p95', value: beside.p95, unit: 'ms' },
    { what: 'webhooks: slower by it', value: beside.p95 / quiet.p95, unit: 'times', goal: '<= 2' },
    { what: `webhooks: due to first byte, ${MANY} subscriptions: p95`, value: latencyOfMany.p95, unit: 'ms' },
  ]
}

interface Throughput {
  perSecond: number
  perCoreSecond: number
}

function figuresOf(what: string, { perSecond, perCoreSecond }: Throughput, goal?: string): Figure[] {
  return [
    { what: `webhooks: ${what}`, value: perSecond, unit: '/s', ...(goal && { goal }) },
    { what: `webhooks: ${what}, service and Postgres`, value: perCoreSecond, unit: 'per core-second' },
  ]
}

/** From the first arrival until every outcome is stored. The CPU time is that of the service and of Postgres. */
async function throughput(
  bench: Bench,
  subscriptionIds: number[],
  what: string,
  runs = RUNS,
): Promise<Throughput> {
  const { stack, client, receiver, log } = bench
  const service = stack.services[stack.plans.findIndex(({ name }) => name === 'webhook')]!.pid()!
  const postgres = stack.servers.postgres()
  const rates: number[] = []
  const coreRates: number[] = []
  for (let run = 0; run < runs; run++) {
    receiver.reset()
    await insertDeliveries(client, { subscriptionIds, count: DELIVERIES, dueAt: new Date(Date.now() + 500) })
    const usedBefore = cpuUs(service) + (postgres ? cpuUs(postgres) : 0)
    await waitUntil(() => receiver.count() > 0)
    const started = performance.now()
    await waitUntil(() => receiver.count() >= DELIVERIES)
    await waitUntil(async () => (await countDue(client, subscriptionIds)) === 0)
    const seconds = (performance.now() - started) / 1_000
    const coreSeconds = (cpuUs(service) + (postgres ? cpuUs(postgres) : 0) - usedBefore) / 1_000_000
    rates.push(DELIVERIES / seconds)
    coreRates.push(DELIVERIES / coreSeconds)
    log(`${what}, run ${run + 1} of ${runs}: ${(DELIVERIES / seconds).toFixed(0)}/s`)
  }
  return { perSecond: quantile(rates, 0.5), perCoreSecond: quantile(coreRates, 0.5) }
}

/** Milliseconds from the moment a delivery is due until its request arrives, at a steady rate: medians of the quantiles
 * of the runs. */
async function latency(
  bench: Bench,
  subscriptionIds: number[],
  what: string,
): Promise<{ p50: number; p95: number }> {
  const { client, bus, receiver, log } = bench
  const quantiles: { p50: number; p95: number }[] = []
  for (let run = 0; run < RUNS; run++) {
    receiver.reset()
    const dueAt = new Map<string, number>()
    const steps = (LATENCY_SECONDS * 1_000) / STEP_MS
    const perStep = (PER_SECOND * STEP_MS) / 1_000
    const begin = performance.now()
    for (let step = 0; step < steps; step++) {
      await sleep(Math.max(0, begin + step * STEP_MS - performance.now()))
      const now = Date.now()
      const first = (step * perStep) % subscriptionIds.length
      const rotated = [...subscriptionIds.slice(first), ...subscriptionIds.slice(0, first)]
      const fill = { subscriptionIds: rotated.slice(0, perStep), count: perStep, dueAt: new Date(now) }
      for (const id of await insertDeliveries(client, fill)) dueAt.set(id, now)
      bus.nc.publish(WAKE_SUBJECT)
    }
    await waitUntil(() => receiver.count() >= dueAt.size)
    const arrivals = receiver.arrivals()
    const waited = [...dueAt].map(([id, at]) => arrivals.get(id)! - at)
    const [p50, p95] = [quantile(waited, 0.5), quantile(waited, 0.95)]
    quantiles.push({ p50, p95 })
    log(`${what}, run ${run + 1} of ${RUNS}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  }
  return {
    p50: quantile(
      quantiles.map((one) => one.p50),
      0.5,
    ),
    p95: quantile(
      quantiles.map((one) => one.p95),
      0.5,
    ),
  }
}

/** Creates subscriptions through the Admin API: each has a secret of its own. */
async function subscribe({ stack, settings, receiver, employerId, log }: Bench, count: number, path: string) {
  const endpoint = `/admin/v1/employers/${employerId}/webhook-subscriptions`
  const body = { url: `${receiver.url}${path}`, events: ['application.submitted'] }
  return mapConcurrently(count, 8, async (i) => {
    if (i > 0 && i % 1_000 === 0) log(`${i} of ${count} subscriptions…`)
    return (await postJson<{ id: number }>(stack.adminUrl, settings.adminToken, endpoint, body)).id
  })
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`the deliveries did not arrive within ${LIMIT_MS / 1_000} s`)
    await sleep(10)
  }
}
