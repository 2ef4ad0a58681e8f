import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { raiseOwnStream, raiseReplicas, streamName } from '@jobboard/events/nats/topology'
import { freePort } from '@jobboard/stack/infra/free-port'
import { findNatsServer } from '@jobboard/stack/infra/nats/find'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopback, type Member, startMember } from '../src/machines.ts'
import { type NatsNode, natsPlan, natsUrl } from '../src/servers.ts'

const PASSWORD = 'secret'
const STREAM = 'EVT_JOBS'
const silent = () => {}
const silentLog = { debug: silent, info: silent, warn: silent, error: silent }

let dir: string
let nodes: NatsNode[]
const members = new Map<string, Member>()
const buses: Bus[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'jobboard-cluster-'))
  const machine = loopback().add('any')
  nodes = await Promise.all(
    ['nats-1', 'nats-2', 'nats-3'].map(async (name) => ({
      ...{ name, machine, dir: join(dir, name) },
      ...{ port: await freePort(), routePort: await freePort(), monitorPort: await freePort() },
    })),
  )
  const { file } = await findNatsServer(process.env, silent)
  for (const node of nodes) {
    members.set(
      node.name,
      startMember(node.name, node.machine, natsPlan(node, nodes, file, PASSWORD), silent),
    )
  }
}, 60_000)

afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await Promise.all([...members.values()].map((member) => member.stop()))
  await rm(dir, { recursive: true, force: true })
}, 60_000)

async function openWith(replicas: number): Promise<Bus> {
  const streamLimits = { maxBytes: 67_108_864, maxAgeDays: 14, replicas }
  const bus = openBus({ url: natsUrl(nodes, PASSWORD), name: 'test', log: silentLog, streamLimits })
  buses.push(bus)
  await bus.ready()
  return bus
}

const retried = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  eventually(what, () =>
    work().then(
      (value) => ({ value }),
      () => undefined,
    ),
  ).then(({ value }) => value)

const leaderOf = async (bus: Bus, stream: string) => (await bus.jsm.streams.info(stream)).cluster?.leader

/** Messages of the stream that this server stores itself. */
async function storedMessages({ machine, monitorPort }: NatsNode): Promise<number | undefined> {
  const response = await fetch(`http://${machine.address}:${monitorPort}/jsz?streams=true`)
  const { account_details = [] } = (await response.json()) as {
    account_details?: { stream_detail: { name: string; state: { messages: number } }[] }[]
  }
  const streams = account_details.flatMap(({ stream_detail }) => stream_detail)
  return streams.find(({ name }) => name === STREAM)?.state.messages
}

test('streams of one copy get three, and outlive the server that leads them (P-550)', async () => {
  const single = await openWith(1)
  await retried('the streams', () => raiseOwnStream(single, 'jobs', silentLog))
  expect((await single.jsm.streams.info(STREAM)).config.num_replicas).toBe(1)
  const { seq } = await retried('a publish', () =>
    single.js.publish('evt.jobs.thing.v1', 'x', { msgID: 'first' }),
  )
  expect(seq).toBe(1)

  const bus = await openWith(3)
  // Refused while a busy server is taken for lost: a service raises them at its next connection.
  await eventually('three copies of both streams', async () => {
    await raiseOwnStream(bus, 'jobs', silentLog)
    const infos = await Promise.all([STREAM, 'STATE_JOBS'].map((name) => bus.jsm.streams.info(name)))
    return infos.every(({ config }) => config.num_replicas === 3)
  })
  // nats-server 2.9 calls a copy current before it has the messages.
  const home = await eventually('three copies of the first message', async () => {
    const counts = await Promise.all(nodes.map(storedMessages))
    return counts.every((count) => count === 1) ? leaderOf(bus, STREAM) : undefined
  })
  // Of one copy, on the server that is going to be gone.
  await single.jsm.streams.delete(streamName('webhook'))
  await retried('a stream of webhook', () =>
    single.jsm.streams.add({
      ...{ name: streamName('webhook'), subjects: ['evt.webhook.>'] },
      ...{ num_replicas: 1, placement: { cluster: 'jobboard', tags: [home] } },
    }),
  )
  const leaders = await Promise.all(
    (['pipeline', 'candidate', 'search'] as const).map(
      async (owner) => [owner, await leaderOf(bus, streamName(owner))] as const,
    ),
  )
  const other = leaders.find(([, leader]) => leader !== home)![0]
  await members.get(home)!.shutDown()
  // Two servers are left: 2.9 refuses a third copy of another stream, 2.15 plans it for the one that is gone.
  const kept = await retried('a stream of one copy', () => raiseReplicas(bus, streamName(other), silentLog))
  expect([1, 3]).toContain(kept.config.num_replicas)
  await retried('a publish to it', () => bus.js.publish(`evt.${other}.thing.v1`, 'x'))

  const next = await retried('a publish', () => bus.js.publish('evt.jobs.thing.v1', 'x', { msgID: 'second' }))
  expect(next.seq).toBe(2)
  const raised = await retried('the stream of jobs', () => raiseOwnStream(bus, 'jobs', silentLog))
  expect(raised).toMatchObject({ info: { config: { name: STREAM } }, othersExist: undefined })
  expect(
    (await retried('the first message', () => bus.jsm.streams.getMessage(STREAM, { seq: 1 })))?.seq,
  ).toBe(1)
}, 120_000)
