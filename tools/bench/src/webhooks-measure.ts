import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import type pg from 'pg'
import { quantile } from './figures.ts'
import { cpuUs } from './proxy/process-usage.ts'
import { countDue, insertDeliveries } from './webhooks-fill.ts'
import type { Receiver } from './webhooks-receiver.ts'

export const RUNS = 3
/** To try the benchmark itself: 0.02 takes a minute, and its figures mean nothing. */
export const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const DELIVERIES = 30_000 * SCALE
export const PER_SECOND = 1_000
const LATENCY_SECONDS = 10 * SCALE
const STEP_MS = 50
const LIMIT_MS = 120_000
/** What a consumer publishes after its commit, so that every sender looks for due deliveries. */
const WAKE_SUBJECT = 'wake.webhook.delivery'

/** A running stack with a receiver, and the employer whose subscriptions are measured. */
export interface Bench {
  stack: Stack
  settings: Settings
  client: pg.Client
  bus: Bus
  receiver: Receiver
  log: Log
  employerId: number
}

/** Medians: deliveries per second, and per second of CPU time of the service and Postgres. */
export interface Throughput {
  perSecond: number
  perCoreSecond: number
}

/** From the first arrival until every outcome is stored. The CPU time is that of the service and of Postgres. */
export async function throughput(
  bench: Bench,
  subscriptionIds: number[],
  what: string,
  { runs = RUNS, deliveries = DELIVERIES } = {},
): Promise<Throughput> {
  const { stack, client, receiver, log } = bench
  const service = stack.services[stack.plans.findIndex(({ name }) => name === 'webhook')]!.pid()!
  const postgres = stack.servers.postgres()
  const rates: number[] = []
  const coreRates: number[] = []
  for (let run = 0; run < runs; run++) {
    receiver.reset()
    await insertDeliveries(client, { subscriptionIds, count: deliveries, dueAt: new Date(Date.now() + 500) })
    const usedBefore = cpuUs(service) + (postgres ? cpuUs(postgres) : 0)
    await waitUntil(() => receiver.count() > 0)
    const started = performance.now()
    await waitUntil(() => receiver.count() >= deliveries)
    await waitUntil(async () => (await countDue(client, subscriptionIds)) === 0)
    const seconds = (performance.now() - started) / 1_000
    const coreSeconds = (cpuUs(service) + (postgres ? cpuUs(postgres) : 0) - usedBefore) / 1_000_000
    rates.push(deliveries / seconds)
    coreRates.push(deliveries / coreSeconds)
    log(`${what}, run ${run + 1} of ${runs}: ${(deliveries / seconds).toFixed(0)}/s`)
  }
  return { perSecond: quantile(rates, 0.5), perCoreSecond: quantile(coreRates, 0.5) }
}

/** Milliseconds from the moment a delivery is due until its request arrives, at a steady rate: medians of the quantiles
 * of the runs. */
export async function latency(bench: Bench, subscriptionIds: number[], what: string): Promise<Latency> {
  const runs: Latency[] = []
  for (let run = 0; run < RUNS; run++) {
    runs.push(await latencyOnce(bench, subscriptionIds, `${what}, run ${run + 1} of ${RUNS}`))
  }
  return medianOf(runs)
}

/** Quantiles in milliseconds. */
export interface Latency {
  p50: number
  p95: number
}

/** The medians of the quantiles of runs. */
export function medianOf(runs: Latency[]): Latency {
  const median = (name: keyof Latency) =>
    quantile(
      runs.map((one) => one[name]),
      0.5,
    )
  return { p50: median('p50'), p95: median('p95') }
}

/** One run of `latency`. */
export async function latencyOnce(
  { client, bus, receiver, log }: Bench,
  subscriptionIds: number[],
  what: string,
  seconds = LATENCY_SECONDS,
): Promise<Latency> {
  receiver.reset()
  const dueAt = new Map<string, number>()
  const steps = (seconds * 1_000) / STEP_MS
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
  log(`${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  return { p50, p95 }
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`the deliveries did not arrive within ${LIMIT_MS / 1_000} s`)
    await sleep(10)
  }
}
