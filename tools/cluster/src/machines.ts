import { execFileSync } from 'node:child_process'
import type { Log } from '@jobboard/stack/infra/log'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import { superviseProcess } from '@jobboard/stack/supervise-process'

/** Where a member of the cluster runs: an address, and how its processes get it. */
export interface Machine {
  address: string
  /** A program, with its arguments, that runs a command on this machine. */
  prefix: string[]
  /** Drops all packets from and to this machine, without a word to either side, until `join`. */
  cut(): void
  join(): void
  /** Ids of the processes that run here. */
  pids(): number[]
}

/** Adds machines; `isolated` when they can be cut off. */
export interface Network {
  isolated: boolean
  /** Address of this process in the network. */
  address: string
  /** The machine of this process, on which the proxy runs. */
  own: Machine
  add(name: string): Machine
}

const SUBNET = '10.77.0'
const BRIDGE = 'jobboard0'

/** All machines share the loopback address and cannot be cut off. */
export function loopback(): Network {
  const impossible = (): never => {
    throw new Error('members on loopback have no machine of their own: npm run do -- test:cluster has')
  }
  const own = { address: '127.0.0.1', prefix: [], cut: impossible, join: impossible, pids: impossible }
  return { isolated: false, address: own.address, own, add: () => own }
}

/** Each machine is a network namespace with an address of its own, behind one bridge. This process must run in a network and
 * mount namespace of its own (`inNamespace`). */
export function namespaces(): Network {
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${SUBNET}.1/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  let last = 1
  const address = `${SUBNET}.1`
  return {
    isolated: true,
    address,
    own: { ...loopback().own, address },
    add(name) {
      const address = `${SUBNET}.${++last}`
      const cable = `veth${last}`
      ip('netns', 'add', name)
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
      ip('link', 'set', cable, 'master', BRIDGE, 'up')
      for (const device of ['lo', 'eth0']) ip('-n', name, 'link', 'set', device, 'up')
      ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      return {
        address,
        prefix: ['ip', 'netns', 'exec', name],
        // Out of the bridge: both sides see a working cable and no packet.
        cut: () => void ip('link', 'set', cable, 'nomaster'),
        join: () => void ip('link', 'set', cable, 'master', BRIDGE),
        pids: () => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number),
      }
    },
  }
}

const OWN_NAMESPACE = [
  ...['--user', '--map-root-user', '--net', '--mount', '--pid'],
  ...['--fork', '--kill-child', '--mount-proc'],
]
// The shell stays as the first process of its namespace: it reaps what Patroni leaves behind when it is killed.
const PREPARE = 'mount -t tmpfs none /run && mkdir /run/netns && ip link set lo up && "$@"; exit $?'

/** Command line that runs a command in namespaces of its own, as their root: with its end every process in them ends, and
 * their network reaches no other one. */
export function inNamespace(command: readonly string[]): string[] {
  return ['unshare', ...OWN_NAMESPACE, 'sh', '-c', PREPARE, 'sh', ...command]
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
}

/** One server or service of the cluster, alone on its machine and started again when it ends. */
export interface Member {
  name: string
  machine: Machine
  /** Ends all its processes by SIGKILL; they stay down until `start`. */
  kill(): Promise<void>
  /** Ends it in order; it stays down until `start`. */
  shutDown(): Promise<void>
  start(): void
  /** Suspends all its processes, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Takes its network away, without a word to either side, until `join`. */
  cut(): void
  join(): void
  /** Variables of the next start, beside those it has; undefined removes one. */
  setEnv(variables: Record<string, string | undefined>): void
  stop(): Promise<void>
}

export function startMember(name: string, machine: Machine, ofMember: ProcessPlan, log: Log): Member {
  const plan = { ...ofMember, prefix: [...machine.prefix, ...(ofMember.prefix ?? [])] }
  // The supervisor reads the plan at each start.
  const running = superviseProcess(name, plan, log)
  const send = (signal: NodeJS.Signals) => {
    for (const pid of machine.pids()) sendTo(pid, signal)
  }
  return {
    name,
    machine,
    async kill() {
      // First: a pause begins with a signal that lets it stop in order.
      send('SIGKILL')
      await running.pause()
    },
    shutDown: running.pause,
    start: running.resume,
    freeze: () => send('SIGSTOP'),
    thaw: () => send('SIGCONT'),
    cut: machine.cut,
    join: machine.join,
    setEnv(variables) {
      plan.env = { ...plan.env, ...variables }
    },
    stop: running.stop,
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
