import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import { z } from 'zod'
import { ownerOf } from './owner.ts'

/** The replicas that hear each other. */
export interface Members {
  readonly self: string
  /** The one that counts this name; undefined when this replica does not even hear itself. */
  ownerOf(name: string): string | undefined
  count(): number
  /** Resolves when the others had time to answer the first greeting, or NATS was too long away. */
  settled(): Promise<void>
  /** Takes leave: the others share what was counted here. */
  leave(): Promise<void>
}

/** Called after the view changed, with the owners as they were. */
export type OnChange = (ownerBefore: (name: string) => string | undefined) => void

const heard = z.tuple([z.string(), z.enum(['hello', 'here', 'bye'])])
type Word = z.output<typeof heard>[1]

const SUBJECT = 'limit.v1.member'
const BEAT_MS = 250
const SILENCE_MS = 1_000
const SETTLE_MS = 100

/** Beats, and listens to the beats of all, its own included: it is how it knows that NATS carries anything. */
export function startMembers(bus: Bus, self: string, onChange: OnChange): Members {
  const heardAtMs = new Map<string, number>()
  const gone = new Set<string>()
  let view: readonly string[] = []
  let isLeaving = false

  const unlisten = bus.onConnect((nc) => {
    subscribeValidated(nc, SUBJECT, heard, ([member, word]) => takeIn(member, word))
    say('hello')
  })

  function say(word: Word): void {
    if (bus.isUp()) bus.nc.publish(SUBJECT, JSON.stringify([self, word]))
  }

  function takeIn(member: string, word: Word): void {
    if (gone.has(member)) return
    if (word === 'bye') {
      gone.add(member)
      heardAtMs.delete(member)
    } else heardAtMs.set(member, performance.now())
    if (word === 'hello' && member !== self && !isLeaving) say('here')
    look()
  }

  function look(): void {
    const after = [...heardAtMs.keys()].sort()
    if (after.join() === view.join()) return
    const before = view
    view = after
    onChange((name) => ownerOf(name, before))
  }

  const beating = setInterval(() => {
    say('here')
    // After what came in while this process was busy: its own pause is not the silence of the others.
    setImmediate(() => {
      for (const [member, atMs] of heardAtMs) {
        if (performance.now() - atMs > SILENCE_MS) heardAtMs.delete(member)
      }
      look()
    })
  }, BEAT_MS)

  return {
    self,
    ownerOf: (name) => ownerOf(name, view),
    count: () => view.length,
    async settled() {
      const end = performance.now() + SILENCE_MS
      while (!view.includes(self) && performance.now() < end) await sleep(10)
      if (view.includes(self)) await sleep(SETTLE_MS)
    },
    async leave() {
      isLeaving = true
      clearInterval(beating)
      unlisten()
      gone.add(self)
      heardAtMs.delete(self)
      look()
      say('bye')
    },
  }
}
