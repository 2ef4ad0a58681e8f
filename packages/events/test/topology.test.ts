import { upstreamNames } from '@jobboard/contracts/services'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { nanos } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bus, type Log, openBus, type StreamLimits } from '../src/nats/bus.ts'
import { raiseOwnStream, streamName } from '../src/nats/topology.ts'
import { silentLog } from './support/open.ts'

const MIB = 1_048_576
const DAY_MS = 86_400_000
const SERVER_BYTES = 1_024 * MIB
const defaults: StreamLimits = { maxBytes: 1_024 * MIB, maxAgeDays: 14, replicas: 1 }

let nats: ControllableNats
const buses: Bus[] = []
beforeAll(async () => {
  nats = await openControllableNats({ maxFileStoreBytes: SERVER_BYTES })
})
afterAll(async () => {
  for (const bus of buses) await bus.close()
  await nats.stop()
})

async function openWith(limits: Partial<StreamLimits> = {}): Promise<Bus> {
  const bus = openBus({
    url: nats.url,
    name: 'test',
    log: silentLog,
    streamLimits: { ...defaults, ...limits },
  })
  buses.push(bus)
  await bus.ready()
  return bus
}

function recordingLog(): { log: Log; warnings: { message: string; details: object }[] } {
  const warnings: { message: string; details: object }[] = []
  return {
    warnings,
    log: { ...silentLog, warn: (details, message) => void warnings.push({ message, details }) },
  }
}

test('on a server with less storage than the limits, every service gets a stream that accepts events', async () => {
  const bus = await openWith()
  const { log, warnings } = recordingLog()
  for (const name of upstreamNames) await raiseOwnStream(bus, name, log)
  const sizes: number[] = []
  for (const name of upstreamNames) {
    const { seq } = await bus.js.publish(`evt.${name}.thing.changed.v1`, 'x')
    expect(seq).toBe(1)
    sizes.push((await bus.jsm.streams.info(streamName(name))).config.max_bytes)
  }
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8 * MIB)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SERVER_BYTES)
  // The first one took at most half of what was left after 8 MiB for each of 6 event and 5 state streams.
  expect(sizes[0]).toBeGreaterThan(200 * MIB)
  expect(sizes[1]).toBeGreaterThan(64 * MIB)
  expect(warnings.map(({ message }) => message)).toContain('the server has no storage for this stream limit')
  expect(warnings.at(-1)).toMatchObject({
    message: 'stream limits differ from the configured ones',
    details: { stream: 'EVT_WEBHOOK', configured: defaults },
  })
})

test('limits that an operator raised on the server stay, and lower ones are raised', async () => {
  const bus = await openWith({ maxBytes: 32 * MIB })
  for (const name of upstreamNames) await bus.jsm.streams.delete(streamName(name)).catch(() => {})
  await raiseOwnStream(bus, 'jobs', silentLog)
  const config = async () => (await bus.jsm.streams.info(streamName('jobs'))).config
  expect(await config()).toMatchObject({ max_bytes: 32 * MIB, max_age: nanos(14 * DAY_MS) })

  const byHand = { max_bytes: 100 * MIB, max_age: nanos(20 * DAY_MS) }
  await bus.jsm.streams.update(streamName('jobs'), byHand)
  const { log, warnings } = recordingLog()
  await raiseOwnStream(bus, 'jobs', log)
  expect(await config()).toMatchObject(byHand)
  expect(warnings).toEqual([
    {
      message: 'stream limits differ from the configured ones',
      details: {
        stream: 'EVT_JOBS',
        onServer: { maxBytes: 100 * MIB, maxAgeDays: 20, replicas: 1 },
        configured: { maxBytes: 32 * MIB, maxAgeDays: 14, replicas: 1 },
      },
    },
  ])

  await raiseOwnStream(await openWith({ maxBytes: 128 * MIB, maxAgeDays: 21 }), 'jobs', silentLog)
  expect(await config()).toMatchObject({ max_bytes: 128 * MIB, max_age: nanos(21 * DAY_MS) })
  await bus.jsm.streams.update(streamName('jobs'), { max_bytes: -1, max_age: 0 })
  await raiseOwnStream(bus, 'jobs', silentLog)
  expect(await config()).toMatchObject({ max_bytes: -1, max_age: 0 })
})

test('on a small server no stream is refused: their limits are as small as they must be', async () => {
  const small = await openControllableNats({ maxFileStoreBytes: 120 * MIB })
  const bus = openBus({ url: small.url, name: 'test', log: silentLog })
  for (const name of upstreamNames) {
    expect(await raiseOwnStream(bus, name, silentLog)).toMatchObject({ othersExist: true })
  }
  await bus.close()
  await small.stop()
})

test('a server without storage for any stream: the error names the stream', async () => {
  const tiny = await openControllableNats({ maxFileStoreBytes: 4 * MIB })
  const bus = openBus({ url: tiny.url, name: 'test', log: silentLog })
  await expect(raiseOwnStream(bus, 'jobs', silentLog)).rejects.toMatchObject({
    name: 'StreamMissing',
    message: expect.stringMatching(/^stream EVT_JOBS cannot be created: .*storage/),
  })
  await bus.close()
  await tiny.stop()
})
