// biome-ignore-all lint/plugin: a fault lasts for a while
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@jobboard/testkit/client'
import type { Receiver } from '@jobboard/testkit/receiver'

/** A job board that runs somewhere, as the load and the count of losses see it. */
export interface System {
  /** Operators' calls, which repeat a 503. */
  admin: Client
  api(key: string): Client
  receiver: Receiver
  /** The URL of the pages, where they belong to the load. */
  portalUrl?: string
  /** Waits until the next fault may begin. */
  prepare?(employerId: number): Promise<void>
  /** Returns what is wrong after a fault, beside losses and failed calls. */
  check?(): Promise<string[]>
  stop(): Promise<void>
}

/** One fault: `inject` returns when it is over. */
export interface Fault<S extends System = System> {
  name: string
  /** True: no call may fail, not even one that is not repeated. */
  isInvisible?: boolean
  inject(system: S, holdMs: number): Promise<void>
}

/** What a system that is started by hand may be asked for. */
export interface Options {
  /** Keep the data and the logs. */
  keep: boolean
  /** Of Docker Compose. */
  project: string
}

/** What can be done to one server, service, container or node. */
export interface Member {
  kill?(): unknown
  /** Undoes `kill`, where nothing else does. */
  start?(): unknown
  freeze?(): unknown
  thaw?(): unknown
  /** Takes its network away, until `join`. */
  cut?(): unknown
  join?(): unknown
}

const OPERATIONS = {
  kill: { name: 'kill -9 of', end: 'start' },
  freeze: { name: 'SIGSTOP of', end: 'thaw' },
  cut: { name: 'no network for', end: 'join' },
} as const

/** Does this to the member that is found when the fault begins, and undoes it. */
export const done = <S extends System>(
  operation: keyof typeof OPERATIONS,
  what: string,
  find: (system: S) => Member | Promise<Member>,
): Fault<S> =>
  held(`${OPERATIONS[operation].name} ${what}`, async (system) => {
    const member = await find(system)
    await member[operation]!()
    return () => member[OPERATIONS[operation].end]?.()
  })

/** A fault that `begin` begins and what it returns ends. */
export const held = <S extends System>(
  name: string,
  begin: (system: S) => Promise<() => unknown>,
): Fault<S> => ({
  name,
  async inject(system, holdMs) {
    const end = await begin(system)
    await sleep(holdMs)
    await end()
  },
})

/** The faults whose name contains one of these texts; all without a text. */
export function chosen<F extends { name: string }>(faults: readonly F[], only: readonly string[]): F[] {
  return faults.filter(({ name }) => only.length === 0 || only.some((text) => name.includes(text)))
}
