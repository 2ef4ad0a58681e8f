import { openBus } from '@jobboard/events/nats/bus'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import { mapConcurrently } from './concurrency.ts'
import type { Bench } from './webhooks-measure.ts'
import { openReceiver } from './webhooks-receiver.ts'

/** Runs `measure` with a receiver and a new employer, beside a running stack. */
export async function withBench<T>(
  stack: Stack,
  settings: Settings,
  log: Log,
  measure: (bench: Bench) => Promise<T>,
): Promise<T> {
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
    return await measure({ stack, settings, client, bus, receiver, log, employerId: id })
  } finally {
    await receiver.close()
    await bus.close()
    await client.end()
  }
}

/** Creates subscriptions through the Admin API: each has a secret of its own. */
export async function subscribe(
  { stack, settings, receiver, employerId, log }: Bench,
  count: number,
  path: string,
): Promise<number[]> {
  const endpoint = `/admin/v1/employers/${employerId}/webhook-subscriptions`
  const body = { url: `${receiver.url}${path}`, events: ['application.submitted'] }
  return mapConcurrently(count, 8, async (i) => {
    if (i > 0 && i % 1_000 === 0) log(`${i} of ${count} subscriptions…`)
    return (await postJson<{ id: number }>(stack.adminUrl, settings.adminToken, endpoint, body)).id
  })
}
