import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from '@jobboard/cluster/cluster'
import type { Member } from '@jobboard/cluster/member'
import { etcdLeader, leaderOf, primaryOf } from './roles.ts'

/** One fault: `inject` returns when it is over. `goal` says what calls that may be repeated should see. */
export interface ClusterFault {
  name: string
  goal: 'no failed call' | 'within 30 s' | 'none'
  inject(cluster: Cluster, holdMs: number): Promise<void>
}

/** Finds the name of a member by its role at the moment of the fault. */
type Find = (cluster: Cluster) => Promise<string> | string
type Goal = ClusterFault['goal']

const CLOCK_OFFSET = '+5s'
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const HEADROOM_BYTES = 65_536
const ROLLING_PAUSE_MS = 3_000

const memberOf = async (cluster: Cluster, find: Find): Promise<Member> => {
  const name = await find(cluster)
  const member = cluster.members.get(name)
  if (!member) throw new Error(`no member of the cluster is ${name}`)
  return member
}

const killed = (what: string, find: Find, goal: Goal): ClusterFault => ({
  name: `kill -9 of ${what}`,
  goal,
  async inject(cluster, holdMs) {
    const member = await memberOf(cluster, find)
    await member.kill()
    await sleep(holdMs)
    member.start()
  },
})

const frozen = (what: string, find: Find, goal: Goal): ClusterFault => ({
  name: `SIGSTOP of ${what}`,
  goal,
  async inject(cluster, holdMs) {
    const member = await memberOf(cluster, find)
    member.freeze()
    await sleep(holdMs)
    member.thaw()
  },
})

const cut = (what: string, find: Find, goal: Goal): ClusterFault => ({
  name: `no network for ${what}`,
  goal,
  async inject(cluster, holdMs) {
    const { machine } = await memberOf(cluster, find)
    machine.cut()
    await sleep(holdMs)
    machine.join()
  },
})

const each = (what: string, find: Find, goal: Goal): ClusterFault[] =>
  [killed, frozen, cut].map((fault) => fault(what, find, goal))

const together = (first: ClusterFault, second: ClusterFault): ClusterFault => ({
  name: `${first.name} and ${second.name}`,
  goal: first.goal === second.goal ? first.goal : 'within 30 s',
  inject: async (cluster, holdMs) =>
    void (await Promise.all([first.inject(cluster, holdMs), second.inject(cluster, holdMs)])),
})

const restarted = async (member: Member): Promise<void> => {
  await member.shutDown()
  member.start()
}

const fullDisk: ClusterFault = {
  name: 'a full disk under nats-3',
  goal: 'no failed call',
  async inject({ dataDir }, holdMs) {
    const dir = join(dataDir, 'nats-3', 'jetstream')
    const { bavail, bsize } = await statfs(dir)
    const file = join(dir, 'filler')
    await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - HEADROOM_BYTES)))
    await sleep(holdMs)
    await rm(file)
  },
}

const wrongClock = (what: string, find: Find, goal: Goal): ClusterFault => ({
  name: `the clock of ${what} 5 s ahead`,
  goal,
  async inject(cluster, holdMs) {
    const member = await memberOf(cluster, find)
    member.setEnv({ LD_PRELOAD: FAKETIME, FAKETIME: CLOCK_OFFSET, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    await restarted(member)
    await sleep(holdMs)
    member.setEnv({ LD_PRELOAD: undefined, FAKETIME: undefined, FAKETIME_DONT_FAKE_MONOTONIC: undefined })
    await restarted(member)
  },
})

const switchOver: ClusterFault = {
  name: 'a planned switch-over of Postgres',
  goal: 'within 30 s',
  async inject(cluster, holdMs) {
    const primary = await primaryOf(cluster)
    const config = join(cluster.dataDir, primary, 'patroni.json')
    const { patronictl } = cluster.programs
    const leader = ['--master', primary]
    await promisify(execFile)(patronictl, ['-c', config, 'switchover', ...leader, '--force', 'jobboard'])
    await sleep(holdMs)
  },
}

const rollingRestart: ClusterFault = {
  name: 'a rolling restart of all servers and services',
  goal: 'within 30 s',
  async inject({ members }) {
    for (const member of members.values()) {
      if (member.name === 'proxy') continue
      await restarted(member)
      await sleep(ROLLING_PAUSE_MS)
    }
  },
}

const standbyOf: Find = async (cluster) =>
  (await primaryOf(cluster)) === 'postgres-1' ? 'postgres-2' : 'postgres-1'
const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']

const nats = [
  ...each('the NATS server that leads EVT_CANDIDATE', leaderOf.stream('EVT_CANDIDATE'), 'no failed call'),
  ...each('the NATS server that leads a consumer', leaderOf.consumer('EVT_CANDIDATE'), 'no failed call'),
  ...each('the NATS server that leads the cluster', leaderOf.meta, 'no failed call'),
]
const postgres = [
  ...each('the primary', primaryOf, 'within 30 s'),
  ...each('the standby', standbyOf, 'within 30 s'),
]

/** In the order in which they are injected. */
export const clusterFaults: readonly ClusterFault[] = [
  ...nats,
  ...postgres,
  ...each('the leader of etcd', etcdLeader, 'no failed call'),
  ...[...services, 'gateway'].flatMap((name) => each(`${name}-1`, () => `${name}-1`, 'no failed call')),
  fullDisk,
  wrongClock('jobs-1', () => 'jobs-1', 'no failed call'),
  wrongClock('the primary', primaryOf, 'within 30 s'),
  switchOver,
  rollingRestart,
  together(nats[0]!, postgres[0]!),
  together(postgres[5]!, nats[2]!),
  together(
    killed('gateway-1', () => 'gateway-1', 'no failed call'),
    nats[6]!,
  ),
  together(
    killed('jobs-1', () => 'jobs-1', 'no failed call'),
    postgres[1]!,
  ),
]

/** The faults of `--short`. */
export const shortFaults: readonly ClusterFault[] = [nats[0]!, postgres[0]!]
