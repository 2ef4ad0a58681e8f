import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import type { Figure } from './figures.ts'
import { insertDeliveries } from './webhooks-fill.ts'
import { type Bench, latency, PER_SECOND, SCALE, type Throughput, throughput } from './webhooks-measure.ts'
import { subscribe, withBench } from './webhooks-setup.ts'

const RETRIES = 500_000 * SCALE
const RETRY_CHUNK = RETRIES / 10
const [FEW, SOME, MANY] = [100, Math.max(100, 1_000 * SCALE), Math.max(100, 10_000 * SCALE)] as const
const BACKLOG = 20_000 * SCALE

/** The webhook service alone: deliveries per second and per core-second with HMAC, attempt log and fsync, and how long a
 * delivery is due until its first byte arrives; then the same with many retries, many subscriptions and a hanging
 * receiver. Medians of three runs. */
export function benchWebhooks(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  return withBench(stack, settings, log, measureAll)
}

async function measureAll(bench: Bench): Promise<Figure[]> {
  const ids = await subscribe(bench, SOME, '/')
  const few = ids.slice(0, FEW)
  await throughput(bench, ids, 'warm-up', { runs: 1 })
  // As before the cases below, so that the first vacuum of a new table slows none.
  await bench.client.query('vacuum analyze delivery, event')
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

function figuresOf(what: string, { perSecond, perCoreSecond }: Throughput, goal?: string): Figure[] {
  return [
    { what: `webhooks: ${what}`, value: perSecond, unit: '/s', ...(goal && { goal }) },
    { what: `webhooks: ${what}, service and Postgres`, value: perCoreSecond, unit: 'per core-second' },
  ]
}
