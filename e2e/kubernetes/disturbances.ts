import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubectl } from '@jobboard/kubernetes/cluster/control-plane'
import { deploy } from '@jobboard/kubernetes/cluster/job-board'
import { setSecondNode } from '@jobboard/kubernetes/cluster/network'
import { until } from '@jobboard/kubernetes/run'
import { NAMESPACE, type Node, nodes, second, services } from '@jobboard/kubernetes/settings'
import type { Disturbance } from '../compose-faults/measure.ts'

/** The tags of the images, and what earlier ones lack. */
export const CURRENT = 'new'
const BEFORE = 'old'
// The release before has no portal.
const before = [`--set-string=services.portal.tag=${CURRENT}`]
/** As values-small.yaml and tools/kubernetes/values.yaml have it. */
const RESTART = '--set=defaults.podAnnotations.restarted=yes'

const drain = (node: string): Disturbance => ({
  name: `drain of ${node}`,
  isInvisible: true,
  async inject() {
    const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--timeout=600s']
    await kubectl(['drain', node, ...options], undefined, 620_000)
    await allReady()
    await kubectl(['uncordon', node])
  },
})

/** Replaces all pods, so that each node has one of each service: after a drain all are on the other node. */
const spread: Disturbance = {
  name: 'all pods replaced, one of each service on each node',
  isInvisible: true,
  async inject() {
    await kubectl(['-n', NAMESPACE, 'rollout', 'restart', 'deployment'])
    const names = await kubectl(['-n', NAMESPACE, 'get', 'deployments', '-o', 'name'])
    for (const name of names.split('\n').filter(Boolean))
      await kubectl(['-n', NAMESPACE, 'rollout', 'status', name, '--timeout=600s'], undefined, 620_000)
    for (const node of nodes) {
      const found = podProcesses(node).length
      if (found < services.length) throw new Error(`${node.name} has ${found} of ${services.length} services`)
    }
  },
}

/** What is done to the chart on two nodes under load. */
export const disturbances: readonly Disturbance[] = [
  { name: 'nothing', isInvisible: true, inject: async () => allReady() },
  {
    name: 'upgrade: all pods of the same release',
    isInvisible: true,
    inject: () => deploy(CURRENT, [RESTART]),
  },
  { name: 'back to the release before', isInvisible: true, inject: () => deploy(BEFORE, before) },
  { name: 'upgrade from the release before', isInvisible: true, inject: () => deploy(CURRENT) },
  ...nodes.map(({ name }) => drain(name)),
  spread,
  {
    name: 'kill -9 of every service on a node',
    async inject() {
      const pids = podProcesses(second)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await until('their end', 30, () => pids.every((pid) => !existsSync(`/proc/${pid}`)))
      await until('pods that are not ready', 30, async () => !(await isAllReady())).catch(() => {})
      await allReady()
    },
  },
  {
    name: 'a release that never gets ready, rolled back',
    isInvisible: true,
    async inject() {
      const wrong = ['--atomic', '--set-string=services.jobs.config.DATABASE_POOL=none']
      const failed = await deploy(CURRENT, wrong, '90s').then(
        () => false,
        () => true,
      )
      if (!failed) throw new Error('helm accepted a release whose pods never get ready')
      await allReady()
    },
  },
  spread,
  {
    name: 'a node cut off for 60 s',
    async inject() {
      if (podProcesses(second).length === 0) throw new Error(`${second.name} has no pods`)
      setSecondNode('down')
      await sleep(60_000)
      setSecondNode('up')
      await allReady()
    },
  },
]

/** Waits until every pod of the job board is ready, in a row of Deployments that are complete. */
export async function allReady(): Promise<void> {
  await until('every pod ready', 600, isAllReady)
}

async function isAllReady(): Promise<boolean> {
  const text = await kubectl(['-n', NAMESPACE, 'get', 'deployments', '-o', 'json'])
  const { items } = JSON.parse(text) as {
    items: { spec: { replicas: number }; status: { availableReplicas?: number } }[]
  }
  return items.every(({ spec, status }) => status.availableReplicas === spec.replicas)
}

/** The services that run on a node, by their control groups. */
function podProcesses(node: Node): number[] {
  const groups = join('/sys/fs/cgroup/pids', node.name)
  const files = readdirSync(groups, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('cgroup.procs'),
  )
  const pids = files.flatMap((file) => readFileSync(join(groups, file), 'utf8').split('\n').filter(Boolean))
  return pids.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('services/'))
}
