import { eventType } from '@jobboard/contracts/event'
import { streamName } from '@jobboard/events/nats/topology'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { bookService } from './support/book-service.ts'

const bookLent = eventType('jobs', 'book.lent', 1, z.object({ bookId: z.int() }))

let nats: ControllableNats
let service: Booted
beforeAll(async () => {
  nats = await openControllableNats()
  service = await boot(bookService, { natsUrl: nats.url })
})
afterAll(async () => {
  await service.stop()
  await nats.stop()
})

const lend = (bookId: number) =>
  service.deps.db.tx((sql) =>
    appendEvent(sql, bookLent, {
      aggregateId: bookId,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { bookId },
    }),
  )

async function readiness() {
  const response = await fetch(`${service.url}/healthz/ready`)
  const body = (await response.json()) as { status: string; parts: { name: string }[] }
  const outbox = body.parts.find(({ name }) => name === 'outbox')
  return { status: [response.status, body.status], outbox }
}

/** The value of a metric without labels; undefined when it is left out. */
async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}

const ok = { name: 'outbox', ok: true, required: false, latencyMs: expect.any(Number) }
const published = () =>
  eventually('the outbox is published', async () => (await readiness()).status[1] === 'ready')

test('200 degraded: the oldest event has waited for more than OUTBOX_STALE_SECONDS', async () => {
  await published()
  await nats.stopServer()
  await lend(1)
  expect(await readiness()).toEqual({ status: [200, 'ready'], outbox: ok })
  await service.deps.db.sql`update outbox set created_at = now() - interval '75 seconds'`
  expect(await readiness()).toEqual({
    status: [200, 'degraded'],
    outbox: {
      ...ok,
      ok: false,
      error: expect.stringMatching(/^OutboxStale: .* waited for \d+ s \(limit 60 s\)$/),
    },
  })
  await nats.start()
  await published()
})

test('200 degraded: a full stream is named, and metrics show how full the stream is', async () => {
  await published()
  const { streams } = service.deps.bus.jsm
  const stream = streamName('jobs')
  // Again each time: the relay raises its stream when it looks at it.
  const full = await eventually('readiness is degraded', async () => {
    await streams.update(stream, { max_bytes: (await streams.info(stream)).state.bytes })
    await lend(2)
    const found = await readiness()
    return found.status[1] === 'degraded' && found
  })
  expect(full).toMatchObject({
    status: [200, 'degraded'],
    outbox: { ok: false, error: expect.stringMatching(/^StreamFull: stream EVT_JOBS is full .*events wait/) },
  })
  expect(await metric('relay_stream_bytes')).toBe(await metric('relay_stream_max_bytes'))
  expect(await metric('relay_stream_fill_ratio')).toBe(1)
  const { bytes } = (await streams.info(stream)).state
  await streams.update(stream, { max_bytes: Math.ceil((bytes + 200_000) / 0.88) })
  await service.deps.bus.js.publish('evt.jobs.book.lent.v1', 'x'.repeat(199_000))
  const nearly = await eventually('the stream is nearly full', async () => {
    const found = await readiness()
    return JSON.stringify(found).includes('StreamNearlyFull') && found
  })
  expect(nearly).toMatchObject({
    status: [200, 'degraded'],
    outbox: {
      error: expect.stringMatching(/^StreamNearlyFull: stream EVT_JOBS is 8\d % full .*pipeline_job has not/),
    },
  })
  await streams.update(stream, { max_bytes: 1_073_741_824 })
  await published()
  expect(await metric('relay_stream_missing')).toBe(0)
  await streams.delete(stream)
  expect(await metric('relay_stream_missing')).toBe(1)
})

test('200 degraded: the outbox cannot be read', async () => {
  await service.deps.db.sql`alter table outbox rename to outbox_elsewhere`
  const { status, outbox } = await readiness()
  await service.deps.db.sql`alter table outbox_elsewhere rename to outbox`
  expect([status, outbox]).toEqual([[200, 'degraded'], { ...ok, ok: false }])
})
