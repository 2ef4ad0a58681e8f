import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { openBus } from '../src/nats/bus.ts'
import { streamName } from '../src/nats/topology.ts'
import { getReplay, requestReplay } from '../src/publisher/replay.ts'
import { countEffects } from './support/effect.ts'
import { forkFixture } from './support/fork-fixture.ts'
import { silentLog } from './support/open.ts'
import { changeParcel, parcelChanged } from './support/parcel.ts'
import { DURABLE, openTestBroker } from './support/test-broker.ts'

const broker = openTestBroker()
afterEach(() => broker.reset())

const stream = streamName('jobs')
const SMALL = { maxBytes: 65_536, maxAgeDays: 14, replicas: 1 }
const hourAgo = () => new Date(Date.now() - 3_600_000)
const request = (since: Date) => broker.db.tx((sql) => requestReplay(sql, since))
const lastSeq = async () => (await broker.bus.jsm.streams.info(stream)).state.last_seq

/** Publishes `count` parcels and stops the relay. */
async function publishParcels(count: number): Promise<void> {
  const relay = broker.startRelay()
  await broker.db.sql`
    insert into outbox (event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, payload_bytes)
    select gen_random_uuid(), ${parcelChanged.subject}, i, 1, now(),
      json_build_object('parcelId', i, 'version', 1, 'note', ''), 40
    from generate_series(1, ${count}::int) as i`
  await eventually('every event is published', async () => relay.counts().published === count)
  await relay.stop()
}

const finished = (id: number) =>
  eventually('the replay has finished', async () => {
    const replay = await getReplay(broker.db.sql, id)
    return replay?.finishedAt ? replay : undefined
  })

test('a replay within the duplicate window of the stream is stored there, and has no second effect', async () => {
  await publishParcels(30)
  broker.startConsumer()
  await broker.drained(30)
  const id = await request(hourAgo())
  broker.startRelay()
  expect(await finished(id)).toMatchObject({ reason: 'operator', published: 30, remaining: 0 })
  expect(await lastSeq()).toBe(60)
  await broker.drained(30)
  expect(await countEffects(broker.db)).toEqual({ total: 30, distinct: 30 })
})

test('a relay killed within a replay: the next one publishes new events first and continues at the last acknowledged batch', async () => {
  await publishParcels(1_200)
  const id = await request(hourAgo())
  const relay = forkFixture(broker, 'relay', { failpoints: 'replay-after-publish:2' })
  expect(await relay.ended).toBe('SIGKILL')
  expect(await getReplay(broker.db.sql, id)).toMatchObject({ published: 500, finishedAt: null })
  const seqBefore = await lastSeq()
  await changeParcel(broker.db, 1)
  broker.startRelay()
  expect(await finished(id)).toMatchObject({ published: 1_200, remaining: 0 })
  // The batch that was not stored as published has the same message ids again.
  expect(await lastSeq()).toBe(2_401)
  const [newest] = await broker.db.sql<{ streamSeq: number }>`
    select stream_seq from outbox order by id desc limit 1`
  expect(newest!.streamSeq).toBe(seqBefore + 1)
})

test('a replay that is requested while a relay leads begins at once', async () => {
  await publishParcels(30)
  const relay = broker.startRelay()
  await eventually('the relay leads', async () => relay.counts().leader === 1)
  const id = await request(hourAgo())
  expect(await finished(id)).toMatchObject({ published: 30, remaining: 0 })
})

test('an inbox that was lost with the store is filled again: each event takes effect', async () => {
  await publishParcels(200)
  await broker.bus.jsm.streams.delete(stream)
  const relay = broker.startRelay()
  broker.startConsumer()
  await broker.drained(200)
  expect(await countEffects(broker.db)).toEqual({ total: 200, distinct: 200 })
  expect(relay.counts().published).toBe(0)
  await broker.bus.jsm.consumers.info(stream, DURABLE)
})

test('a replay waits while the stream is 80 % full, and continues when its limit is raised', async () => {
  await publishParcels(600)
  const { streams } = broker.bus.jsm
  const { state } = await streams.info(stream)
  // Above 80 % and below the 95 % at which new events wait too.
  await streams.update(stream, { max_bytes: Math.ceil(state.bytes / 0.85) })
  const id = await request(hourAgo())
  const warnings: string[] = []
  // A relay raises its stream to the configured limit when it starts.
  const bus = openBus({ url: broker.nats.url, name: 'small', log: silentLog, streamLimits: SMALL })
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) }
  const relay = broker.startRelay({ bus, log })
  await eventually('the replay waits', async () =>
    warnings.includes('replay paused: the stream is 80 % full'),
  )
  await changeParcel(broker.db, 1)
  await eventually('the new event is published', async () => relay.counts().published === 1)
  expect(await getReplay(broker.db.sql, id)).toMatchObject({ published: 0, finishedAt: null })
  // Of which a tenth, the most of one batch, is no whole number.
  await streams.update(stream, { max_bytes: 67_108_864 })
  expect(await finished(id)).toMatchObject({ published: 600 })
  await relay.stop()
  await bus.close()
})

test('400: a time that the outbox no longer retains, or in the future', async () => {
  for (const since of [Date.now() - 15 * 86_400_000, Date.now() + 60_000]) {
    await expect(request(new Date(since))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('since: '),
    })
  }
})

test('a replay begins with the events of its time', async () => {
  await publishParcels(100)
  await broker.db.sql`update outbox set created_at = now() - interval '3 hours' where aggregate_id::int <= 40`
  const id = await request(hourAgo())
  broker.startRelay()
  expect(await finished(id)).toMatchObject({ published: 60 })
})
