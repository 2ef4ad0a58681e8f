import { setTimeout as sleep } from 'node:timers/promises'
import { deploy, kubectl, prepareNamespace, read, run, services } from '@jobboard/kubernetes/cluster'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { done, type Fault, type System } from '../fault.ts'
import { untilReady } from './compose.ts'

export const usage = `KUBECONFIG=FILE npm run do -- test:kubernetes [OPTION]...
Installs the Helm chart on the cluster of KUBECONFIG, which has two nodes or more, with kubectl and helm; under load upgrades it to the
release before and back, drains and kills nodes. tools/kubernetes/README.md says how to make a cluster with kind, or with
packages alone, and its images: jobboard-SERVICE with the tags "new" for this tree and "old" for the release before. The
namespace jobboard is left as it is; never use one with data that matters.
NODE_COMMAND runs a command on the node {}: "docker exec {}" by default.`

/** The tags of the images. */
const CURRENT = 'new'
const BEFORE = 'old'

/** The chart on a cluster. Postgres and NATS are on the first node; the last one is killed and cut off. */
interface Kubernetes extends System {
  nodes: string[]
}

interface Named {
  metadata: { name: string }
}
const namesOf = ({ items }: { items: Named[] }) => items.map(({ metadata }) => metadata.name)

/** Installs the chart. */
export async function start(): Promise<Kubernetes> {
  const all = await read(['nodes'])
  const nodes = namesOf(all)
  if (nodes.length < 2) throw new Error(`two nodes are needed; the cluster has ${nodes.join(', ') || 'none'}`)
  await kubectl(['label', '--overwrite', 'node', nodes[0]!, 'jobboard.test/servers=true'])
  const { ADMIN_TOKEN } = await prepareNamespace()
  await deploy(CURRENT)
  const { spec } = await read(['service', 'jobboard-test'])
  const { address } = all.items[0].status.addresses.find(
    ({ type }: { type: string }) => type === 'InternalIP',
  )
  const urlOf = (name: string) =>
    `http://${address}:${spec.ports.find((port: { name: string }) => port.name === name).nodePort}`
  await untilReady(urlOf('public'))
  // The address of this machine towards the nodes.
  const [route] = JSON.parse(await run('ip', ['-json', 'route', 'get', address]))
  const receiver = await openReceiver(route.prefsrc)
  return {
    nodes,
    admin: retrying(client(urlOf('admin'), { authorization: `Bearer ${ADMIN_TOKEN}` })),
    api: (key) => client(urlOf('public'), { authorization: `Bearer ${key}` }),
    receiver,
    prepare: allReady,
    stop: receiver.close,
  }
}

const changed = (name: string, inject: (system: Kubernetes) => Promise<void>): Fault<Kubernetes> => ({
  name,
  isInvisible: true,
  inject,
})

const drain = (what: string, nodeOf: (nodes: string[]) => string): Fault<Kubernetes> =>
  changed(`drain of ${what}`, async ({ nodes }) => {
    const node = nodeOf(nodes)
    const options = ['--ignore-daemonsets', '--delete-emptydir-data', '--force', '--timeout=600s']
    const selected = '--pod-selector=app.kubernetes.io/name=jobboard'
    await kubectl(['drain', node, selected, ...options], { timeoutMs: 620_000 })
    await allReady()
    await kubectl(['uncordon', node])
  })

/** Replaces all pods: after a drain all are on the other node. */
const spread = changed('all pods replaced, one of each service on each node', async ({ nodes }) => {
  const deployments = services.map((name) => `deployment/jobboard-${name}`)
  await kubectl(['rollout', 'restart', ...deployments])
  for (const name of deployments)
    await kubectl(['rollout', 'status', name, '--timeout=600s'], { timeoutMs: 620_000 })
  const found = (await podsOf(nodes.at(-1)!)).length
  if (found < services.length) throw new Error(`${nodes.at(-1)} has ${found} of ${services.length} services`)
})

const released = (name: string, tag: string, more: string[] = []): Fault<Kubernetes> =>
  changed(name, async () => {
    const { items } = await read(['nodes'])
    const names = items.flatMap(({ status }: { status: { images: { names: string[] | null }[] } }) =>
      status.images.flatMap((image) => image.names ?? []),
    )
    const image = `jobboard-jobs:${tag}`
    if (!names.some((one: string) => one.endsWith(image))) throw new Error(`no node has ${image}`)
    await deploy(tag, more)
  })

const neverReady = changed('a release that never gets ready, rolled back', async () => {
  const wrong = ['--atomic', '--set-string=services.jobs.config.DATABASE_POOL=none']
  const isAccepted = await deploy(CURRENT, wrong, '90s').then(
    () => true,
    () => false,
  )
  if (isAccepted) throw new Error('helm accepted a release whose pods never get ready')
  await allReady()
})

// Not its own text: the shell runs in the same pod.
const KILL = `for p in /proc/[0-9]*; do grep -qa 'service[s]/' $p/cmdline && kill -9 \${p#/proc/}; done`

const killedServices: Fault<Kubernetes> = {
  name: 'kill -9 of every service on a node',
  async inject({ nodes }) {
    const node = nodes.at(-1)!
    const pods = await podsOf(node)
    const before = restarts(pods)
    // The command ends with its container.
    const kill = (pod: Pod) => kubectl(['exec', pod.metadata.name, '--', 'sh', '-c', KILL]).catch(() => {})
    await Promise.all(pods.map(kill))
    const isKilled = async () => restarts(await podsOf(node)) >= before + services.length
    await eventually(`the end of ${services.length} services`, isKilled, 60_000, 300)
    await allReady()
  },
}

const node = ({ nodes }: Kubernetes) => {
  const [program, ...args] = (process.env.NODE_COMMAND ?? 'docker exec {}')
    .split(' ')
    .map((word) => word.replace('{}', nodes.at(-1)!))
  const iptables = async (action: '-I' | '-D') => {
    for (const rule of ['INPUT -i eth0', 'OUTPUT -o eth0', 'FORWARD -i eth0', 'FORWARD -o eth0'])
      await run(program!, [...args, 'iptables', '-w', action, ...rule.split(' '), '-j', 'DROP'])
  }
  return { cut: () => iptables('-I'), join: () => iptables('-D') }
}

/** In the order in which they are injected. */
export const faults: readonly Fault<Kubernetes>[] = [
  changed('nothing', () => sleep(2_000)),
  // As values-small.yaml and tools/kubernetes/values.yaml have it.
  released('upgrade: all pods of the same release', CURRENT, ['--set=defaults.podAnnotations.restarted=yes']),
  released('back to the release before', BEFORE),
  released('upgrade from the release before', CURRENT),
  drain('the last node but one', (nodes) => nodes.at(-2)!),
  drain('the last node', (nodes) => nodes.at(-1)!),
  spread,
  killedServices,
  neverReady,
  spread,
  done('cut', 'the last node', node),
]

interface Pod extends Named {
  status: { containerStatuses?: { restartCount: number }[] }
}

async function podsOf(node: string): Promise<Pod[]> {
  const label = '--selector=app.kubernetes.io/name=jobboard'
  return (await read(['pods', label, `--field-selector=spec.nodeName=${node}`])).items
}

const restarts = (pods: Pod[]): number =>
  pods
    .flatMap(({ status }) => status.containerStatuses ?? [])
    .reduce((sum, { restartCount }) => sum + restartCount, 0)

/** Waits until every pod is ready, in a row of Deployments that are complete. */
async function allReady(): Promise<void> {
  interface Deployment {
    spec: { replicas: number }
    status: { availableReplicas?: number }
  }
  const areReady = async () => {
    const { items } = (await read(['deployments'])) as { items: Deployment[] }
    return items.every(({ spec, status }) => status.availableReplicas === spec.replicas)
  }
  await eventually('every pod ready', areReady, 600_000, 300)
}
