import type { Log } from '@jobboard/stack/infra/log'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import { type SupervisedProcess, superviseProcess } from '@jobboard/stack/supervise-process'
import type { Machine } from './network.ts'

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

/** Starts a member by its plan, on its machine. */
export function startMember(name: string, machine: Machine, ofMember: ProcessPlan, log: Log): Member {
  const plan = { ...ofMember, prefix: [...machine.prefix, ...(ofMember.prefix ?? [])] }
  // The supervisor reads the plan at each start.
  const running: SupervisedProcess = superviseProcess(name, plan, log)
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
