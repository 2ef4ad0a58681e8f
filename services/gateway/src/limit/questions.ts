import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import { z } from 'zod'
import { knownWindow, type SlidingLog, type Taken } from './sliding-log.ts'

/** Asks the owners of windows, and answers for the windows of this replica. */
export interface Questions {
  /** The owner's decision; undefined when it does not come within 25 ms. */
  ask(owner: string, name: string, id: number): Promise<Taken | undefined>
  /** It left a question open a moment ago: not worth another wait. */
  isSilent(owner: string): boolean
  /** Leaves open what is still asked. */
  stop(): void
}

// From whom, in which batch, and per request: the window's name and the request's id.
const asked = z.tuple([z.string(), z.number(), z.array(z.tuple([knownWindow, z.number()]))])
// From whom, to which batch, and per request: its id if it passes, what remains, and the two times in milliseconds.
const answer = z.tuple([z.number(), z.number(), z.number(), z.number()])
const answered = z.tuple([z.string(), z.number(), z.array(answer)])
type Answer = z.output<typeof answer>

interface Batch {
  owner: string
  requests: [name: string, id: number][]
  resolves: ((taken: Taken | undefined) => void)[]
  timer?: NodeJS.Timeout
}

// 25 ms in steps of this process's own loop: after a pause of its own it first reads what came in meanwhile.
const STEP_MS = 5
const STEPS = 5
const SILENT_MS = 250

const askSubject = (member: string) => `limit.v1.ask.${member}`
const answerSubject = (member: string) => `limit.v1.answer.${member}`

/** All questions of one turn of the event loop to one owner go in one message. */
export function openQuestions(bus: Bus, self: string, log: SlidingLog): Questions {
  const open = new Map<number, Batch>()
  const gathering = new Map<string, Batch>()
  const silentUntilMs = new Map<string, number>()
  let batches = 0

  bus.onConnect((nc) => {
    subscribeValidated(nc, askSubject(self), asked, ([from, batch, requests]) => {
      const answers = requests.map(([name, given]): Answer => {
        const { id, remaining, retryAfterMs, resetMs } = log.take(name, given)
        return [id, remaining, retryAfterMs, resetMs]
      })
      nc.publish(answerSubject(from), JSON.stringify([self, batch, answers]))
    })
    subscribeValidated(nc, answerSubject(self), answered, (told) => settle(...told))
  })

  function settle(from: string, number: number, answers: Answer[]): void {
    // Late is not silent.
    silentUntilMs.delete(from)
    const batch = open.get(number)
    if (!batch) return
    open.delete(number)
    clearTimeout(batch.timer)
    for (const [index, resolve] of batch.resolves.entries()) {
      const answer = answers[index]
      if (!answer) resolve(undefined)
      else {
        const [id, remaining, retryAfterMs, resetMs] = answer
        resolve({ ok: id > 0, id, remaining, retryAfterMs, resetMs })
      }
    }
  }

  function send(batch: Batch): void {
    gathering.delete(batch.owner)
    const number = ++batches
    open.set(number, batch)
    if (bus.isUp()) bus.nc.publish(askSubject(batch.owner), JSON.stringify([self, number, batch.requests]))
    wait(number, batch, STEPS)
  }

  function wait(number: number, batch: Batch, steps: number): void {
    if (steps === 0) giveUp(number, batch)
    else batch.timer = setTimeout(() => wait(number, batch, steps - 1), STEP_MS)
  }

  function giveUp(number: number, batch: Batch): void {
    open.delete(number)
    silentUntilMs.set(batch.owner, performance.now() + SILENT_MS)
    for (const resolve of batch.resolves) resolve(undefined)
  }

  return {
    ask(owner, name, id) {
      let batch = gathering.get(owner)
      if (!batch) {
        const fresh: Batch = { owner, requests: [], resolves: [] }
        batch = fresh
        gathering.set(owner, fresh)
        setImmediate(() => send(fresh))
      }
      const { requests, resolves } = batch
      requests.push([name, id])
      return new Promise((resolve) => resolves.push(resolve))
    },
    isSilent: (owner) => performance.now() < (silentUntilMs.get(owner) ?? 0),
    stop() {
      for (const [number, batch] of open) {
        clearTimeout(batch.timer)
        giveUp(number, batch)
      }
    },
  }
}
