import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kubectl } from '@jobboard/kubernetes/cluster/control-plane'
import { deploy } from '@jobboard/kubernetes/cluster/job-board'
import { setSecondNode } from '@jobboard/kubernetes/cluster/network'
import { until } from '@jobboard/kubernetes/run'
import { NAMESPACE, type Node, nodes, second } from '@jobboard/kubernetes/settings'
import type { Disturbance } from '../compose-faults/measure.ts'

/** The tags of the images, and what earlier ones lack. */
export const CURRENT = 'new'
export const BEFORE = 'old'
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
  {
    name: 'kill -9 of every service on a node',
    async inject() {
      for (const pid of podProcesses(second)) process.kill(pid, 'SIGKILL')
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
  {
    name: 'a node cut off for 60 s',
    async inject() {
      setSecondNode('down')
      await sleep(60_000)
      setSecondNode('up')
      await allReady()
    },
  },
]

/** Waits until every pod of the job board is ready, in a row of Deployments that are complete. */
export async function allReady(): Promise<void> {
  await until('every pod ready', 600, async () => {
    const text = await kubectl(['-n', NAMESPACE, 'get', 'deployments', '-o', 'json'])
    const { items } = JSON.parse(text) as {
      items: { spec: { replicas: number }; status: { availableReplicas?: number } }[]
    }
    return items.every(({ spec, status }) => status.availableReplicas === spec.replicas)
  })
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
