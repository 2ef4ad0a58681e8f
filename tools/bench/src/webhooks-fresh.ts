import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import type { Figure } from './figures.ts'
import { countRowsRead, insertDeliveries } from './webhooks-fill.ts'
import {
  type Bench,
  type Latency,
  latencyOnce,
  medianOf,
  PER_SECOND,
  RUNS,
  SCALE,
  throughput,
} from './webhooks-measure.ts'
import { subscribe, withBench } from './webhooks-setup.ts'

/** Subscriptions of the new installations that are measured. */
export const FRESH_SUBSCRIPTIONS = [20, 200, 1_000]
const DELIVERIES = 15_000 * SCALE
const LATENCY_SECONDS = 5 * SCALE
const BACKLOG = 4_000

/** A new installation, with the statistics of its first delivered webhooks: deliveries per second, and how long a delivery is due until its first byte
 * arrives, alone and beside a receiver that hangs with 4 000 due deliveries, in turns. Medians of three runs. */
export function benchFreshWebhooks(
  stack: Stack,
  settings: Settings,
  subscriptions: number,
  log: Log,
): Promise<Figure[]> {
  return withBench(stack, settings, log, (bench) => measure(bench, subscriptions))
}

async function measure(bench: Bench, subscriptions: number): Promise<Figure[]> {
  const ids = await subscribe(bench, subscriptions, '/')
  const what = `${subscriptions} subscriptions`
  await throughput(bench, ids, `${what}, warm-up`, { runs: 1, deliveries: DELIVERIES })
  // As autovacuum does within a minute: nothing is pending at that moment.
  await bench.client.query('analyze delivery, event')
  const { perSecond } = await throughput(bench, ids, what, { deliveries: DELIVERIES })
  const [hanging] = await subscribe(bench, 1, '/hang')
  // Ten failures in a row would disable it within 10 s.
  await bench.client.query('update subscription set consecutive_failures = -1000000 where id = $1', [hanging])
  const alone: Latency[] = []
  const beside: Latency[] = []
  let rowsRead = 0
  for (let run = 1; run <= RUNS; run++) {
    const label = (where: string) => `${what}, ${where}, run ${run} of ${RUNS}`
    alone.push(await latencyOnce(bench, ids, label('alone'), LATENCY_SECONDS))
    await insertDeliveries(bench.client, { subscriptionIds: [hanging!], count: BACKLOG, dueAt: new Date() })
    const before = await countRowsRead(bench.client)
    beside.push(await latencyOnce(bench, ids, label('beside a receiver that hangs'), LATENCY_SECONDS))
    rowsRead += (await countRowsRead(bench.client)) - before
    await bench.client.query(`update delivery set status = 'Cancelled' where subscription_id = $1`, [hanging])
    bench.receiver.endHanging()
  }
  const installation = `new installation, ${what}`
  return [
    ...figuresOf(installation, perSecond, medianOf(alone), medianOf(beside)),
    {
      what: `webhooks: ${installation}: rows of deliveries read for each, beside it`,
      value: rowsRead / (RUNS * PER_SECOND * LATENCY_SECONDS),
      unit: 'rows',
    },
  ]
}

function figuresOf(what: string, perSecond: number, alone: Latency, beside: Latency): Figure[] {
  const at = `webhooks: ${what}: due to first byte at ${PER_SECOND}/s`
  return [
    { what: `webhooks: ${what}`, value: perSecond, unit: '/s', goal: '>= 3000' },
    { what: `${at}: p50`, value: alone.p50, unit: 'ms' },
    { what: `${at}: p95`, value: alone.p95, unit: 'ms', goal: '<= 100' },
    { what: `${at}, beside a receiver that hangs: p50`, value: beside.p50, unit: 'ms' },
    { what: `${at}, beside a receiver that hangs: p95`, value: beside.p95, unit: 'ms' },
    {
      what: `webhooks: ${what}: slower by it, p50`,
      value: beside.p50 / alone.p50,
      unit: 'times',
      goal: '<= 2',
    },
    {
      what: `webhooks: ${what}: slower by it, p95`,
      value: beside.p95 / alone.p95,
      unit: 'times',
      goal: '<= 2',
    },
  ]
}
