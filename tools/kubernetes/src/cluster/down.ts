import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pidOf, run, stopProcess, succeeds, until } from '../run.ts'
import { type Node, nodes, work } from '../settings.ts'
import { closeNetwork } from './network.ts'
import { CGROUPS, socketOf } from './node.ts'

/** Ends every process that `up` started, by its id, and undoes its namespaces, mounts, control groups and settings of the kernel. Programs,
 * images and certificates stay. */
export async function takeDown(): Promise<void> {
  for (const node of nodes) {
    await stopProcess(`${node.name}-kubelet`)
    await stopProcess(`${node.name}-proxy`)
    await endContainers(node)
    await stopProcess(`${node.name}-containerd`)
  }
  for (const name of ['scheduler', 'controller-manager', 'apiserver', 'etcd', 'nats', 'postgres'])
    await stopProcess(name)
  unmount()
  closeNetwork()
  for (const node of nodes) removeCgroups(node)
  const saved = join(work, 'run/sysctl.before')
  if (existsSync(saved)) run('sysctl', ['-q', '-p', saved])
  rmSync(join(work, 'run'), { recursive: true, force: true })
}

async function endContainers(node: Node): Promise<void> {
  if (pidOf(`${node.name}-containerd`) === undefined) return
  const ctr = (...args: string[]) => ['-a', socketOf(node), '-n', 'k8s.io', ...args]
  const list = (what: string) =>
    run('ctr', ctr(what, 'ls', '-q'))
      .split('\n')
      .filter(Boolean)
  for (const task of list('tasks')) succeeds('ctr', ctr('tasks', 'kill', '-s', 'KILL', task))
  await until(`the end of the containers of ${node.name}`, 30, () => {
    for (const task of list('tasks')) succeeds('ctr', ctr('tasks', 'rm', '-f', task))
    return list('tasks').length === 0
  })
  for (const container of list('containers')) succeeds('ctr', ctr('containers', 'rm', container))
}

/** What containers mounted below the work folder, the innermost first, and the networks of pods. */
function unmount(): void {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(join(work, 'run/')))
  for (const path of mounts.toSorted().toReversed()) succeeds('umount', ['-l', path])
  if (!existsSync('/run/netns')) return
  for (const name of readdirSync('/run/netns').filter((one) => one.startsWith('cni-'))) {
    succeeds('ip', ['netns', 'del', name])
  }
}

function removeCgroups(node: Node): void {
  for (const controller of readdirSync(CGROUPS)) {
    const own = join(CGROUPS, controller, node.name)
    if (existsSync(own)) succeeds('find', [own, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
  }
}
