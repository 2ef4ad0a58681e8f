import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Cluster, startCluster } from '@jobboard/cluster/cluster'
import type { Member } from '@jobboard/cluster/machines'
import { inNamespace, namespaces } from '@jobboard/cluster/machines'
import { readSettings } from '@jobboard/stack/settings'
import { client } from '@jobboard/testkit/client'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { done, type Fault, held, type Options, type System } from '../fault.ts'
import { checkLeaders, etcdLeader, leaderOf, primaryOf, waitUntilWhole } from './cluster-roles.ts'
import { WEBHOOK_RETRY_DELAYS_SECONDS } from './processes.ts'

export const usage = `npm run do -- test:cluster [OPTION]...
Starts a cluster (npm run do -- cluster) in network namespaces of its own, each server and service on a machine of its own, and
under load kills, suspends and cuts off one after the other. Checks too that each service has one relay leader. It
needs Linux with unshare, ip (iproute2), and what npm run do -- cluster needs; for the
clock also libfaketime. It begins no fault after 30 minutes, and ends only its own processes.`
export const inside = inNamespace

interface ClusterSystem extends System {
  cluster: Cluster
}

/** Of the disk under nats-3, which a fault fills. */
const SMALL_DISK = 'size=192m'

/** Starts it in a temporary folder; this process must be in namespaces of its own. */
export async function start({ keep }: Options, log: (line: string) => void): Promise<ClusterSystem> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobboard-cluster-'))
  const store = join(dataDir, 'nats-3', 'jetstream')
  for (const dir of [store, join(dataDir, 'secrets')]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  execFileSync('mount', ['-t', 'tmpfs', '-o', SMALL_DISK, 'none', store])
  const own = { DATA_DIR: dataDir, PORTAL_PORT: undefined, NODE_ENV: 'test', WEBHOOK_RETRY_DELAYS_SECONDS }
  const env = { ...process.env, ...own }
  const settings = readSettings(env)
  const network = namespaces()
  const cluster = await startCluster({ settings, env, network, log })
  const receiver = await openReceiver(network.address)
  log(`Load average ${loadavg()[0]!.toFixed(1)}.${keep ? ` Data and logs: ${dataDir}` : ''}`)
  return {
    cluster,
    admin: retrying(client(cluster.adminUrl, { authorization: `Bearer ${settings.adminToken}` })),
    api: (key) => client(cluster.baseUrl, { authorization: `Bearer ${key}` }),
    receiver,
    prepare: () => waitUntilWhole(cluster),
    check: () => checkLeaders(cluster),
    async stop() {
      await receiver.close()
      await cluster.stop()
      execFileSync('umount', [store])
      if (!keep) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Finds the name of a member by its role at the moment of the fault. */
type Find = (cluster: Cluster) => Promise<string> | string

const member =
  (find: Find) =>
  async ({ cluster }: ClusterSystem): Promise<Member> =>
    cluster.members.get(await find(cluster))!
const each = (what: string, find: Find): Fault<ClusterSystem>[] =>
  (['kill', 'freeze', 'cut'] as const).map((operation) => done(operation, what, member(find)))
const named = (name: string) => each(name, () => name)

const together = (first: Fault<ClusterSystem>, second: Fault<ClusterSystem>): Fault<ClusterSystem> => ({
  name: `${first.name} and ${second.name}`,
  inject: async (...args) => void (await Promise.all([first.inject(...args), second.inject(...args)])),
})

const restarted = async (one: Member): Promise<void> => {
  await one.shutDown()
  one.start()
}

const HEADROOM_BYTES = 65_536
const fullDisk = held<ClusterSystem>('a full disk under nats-3', async ({ cluster }) => {
  const dir = join(cluster.dataDir, 'nats-3', 'jetstream')
  const { bavail, bsize } = await statfs(dir)
  const file = join(dir, 'filler')
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - HEADROOM_BYTES)))
  return () => rm(file)
})

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const CLOCK_AHEAD = { LD_PRELOAD: FAKETIME, FAKETIME: '+5s', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
const CLOCK_RIGHT = { LD_PRELOAD: undefined, FAKETIME: undefined, FAKETIME_DONT_FAKE_MONOTONIC: undefined }
const wrongClock = (what: string, find: Find) =>
  held<ClusterSystem>(`the clock of ${what} 5 s ahead`, async (system) => {
    const one = await member(find)(system)
    const restartedWith = (variables: Parameters<Member['setEnv']>[0]) => {
      one.setEnv(variables)
      return restarted(one)
    }
    await restartedWith(CLOCK_AHEAD)
    return () => restartedWith(CLOCK_RIGHT)
  })

const switchOver = held<ClusterSystem>('a planned switch-over of Postgres', async ({ cluster }) => {
  const primary = await primaryOf(cluster)
  const config = join(cluster.dataDir, primary, 'patroni.json')
  const args = ['-c', config, 'switchover', '--master', primary, '--force', 'jobboard']
  await promisify(execFile)(cluster.programs.patronictl, args)
  return () => {}
})

const ROLLING_PAUSE_MS = 3_000
const rollingRestart: Fault<ClusterSystem> = {
  name: 'a rolling restart of all servers and services',
  async inject({ cluster }) {
    for (const one of cluster.members.values()) {
      if (one.name === 'proxy') continue
      await restarted(one)
      await sleep(ROLLING_PAUSE_MS)
    }
  },
}

const standbyOf: Find = async (cluster) =>
  (await primaryOf(cluster)) === 'postgres-1' ? 'postgres-2' : 'postgres-1'
const streamLeader = each('the NATS server that leads EVT_CANDIDATE', leaderOf.stream('EVT_CANDIDATE'))
const metaLeader = each('the NATS server that leads the cluster', leaderOf.meta)
const primary = each('the primary', primaryOf)
const standby = each('the standby', standbyOf)
const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'gateway']

/** In the order in which they are injected. */
export const faults: readonly Fault<ClusterSystem>[] = [
  ...streamLeader,
  ...each('the NATS server that leads a consumer', leaderOf.consumer('EVT_CANDIDATE')),
  ...metaLeader,
  ...primary,
  ...standby,
  ...each('the leader of etcd', etcdLeader),
  ...services.flatMap((name) => named(`${name}-1`)),
  fullDisk,
  wrongClock('jobs-1', () => 'jobs-1'),
  wrongClock('the primary', primaryOf),
  switchOver,
  rollingRestart,
  together(streamLeader[0]!, primary[0]!),
  together(standby[2]!, streamLeader[2]!),
  together(named('gateway-1')[0]!, metaLeader[0]!),
  together(named('jobs-1')[0]!, primary[1]!),
]
