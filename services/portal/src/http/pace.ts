import { isIPv4 } from 'node:net'

/** Requests of one session in a minute, and forms of one network to the sign-in: a person needs a tenth, and a page with open streams a few more. */
export const MAX_REQUESTS_PER_MINUTE = 600
const MINUTE_MS = 60_000

/** Counts the requests of each session or network, so that none takes the portal from the others. Each process counts alone. */
export function openPace(nowMs: () => number = () => performance.now()) {
  let counts = new Map<number | string, number>()
  let endsAtMs = nowMs() + MINUTE_MS
  return {
    /** False for a request beyond the limit of this minute. */
    admits(sender: number | string): boolean {
      if (nowMs() >= endsAtMs) {
        counts = new Map()
        endsAtMs = nowMs() + MINUTE_MS
      }
      const count = (counts.get(sender) ?? 0) + 1
      counts.set(sender, count)
      return count <= MAX_REQUESTS_PER_MINUTE
    },
  }
}

export type Pace = ReturnType<typeof openPace>

/** What one visitor can take addresses from: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const [ip = ''] = address.toLowerCase().split('%')
  if (isIPv4(ip)) return ip
  if (ip.startsWith('::ffff:') && isIPv4(ip.slice(7))) return ip.slice(7)
  const [head = '', tail] = ip.split('::')
  const first = head.split(':').filter((group) => group !== '')
  const last = (tail ?? '').split(':').filter((group) => group !== '')
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Requests of one person, of one employer and of this process that are served at a time. */
export const MAX_PER_PERSON = 4
const MAX_PER_EMPLOYER = 8
const MAX_IN_ALL = 32
/** Further requests of one person that wait, and for how long. */
export const MAX_WAITING_PER_PERSON = 20
const MAX_WAIT_MS = 10_000

/** Who wants to be served; staff are an employer of their own each. */
export interface Taker {
  person: string
  employer: string
}

/** `full`: the person has as many waiting as may. `late`: nothing was free in time. */
export type Turn = (() => void) | 'full' | 'late'

interface Waiting {
  taker: Taker
  start(turn: Turn): void
}

/** Serves requests in turns, so that no person and no employer makes the others wait: who waits is served employer by
 * employer, and within one in the order of arrival. Each process counts alone. */
export function openTurns(maxWaitMs = MAX_WAIT_MS) {
  const running = new Map<string, number>()
  const waitingOf = new Map<string, number>()
  // The employer that was served last stands at the end.
  const queues = new Map<string, Set<Waiting>>()
  let inAll = 0

  const isFree = ({ person, employer }: Taker) =>
    inAll < MAX_IN_ALL &&
    (running.get(person) ?? 0) < MAX_PER_PERSON &&
    (running.get(employer) ?? 0) < MAX_PER_EMPLOYER

  const begin = ({ person, employer }: Taker) => {
    inAll++
    add(running, person, 1)
    add(running, employer, 1)
    let isRunning = true
    return () => {
      if (!isRunning) return
      isRunning = false
      inAll--
      add(running, person, -1)
      add(running, employer, -1)
      serveNext()
    }
  }

  const leave = (waiting: Waiting) => {
    const { person, employer } = waiting.taker
    const queue = queues.get(employer)
    if (!queue?.delete(waiting)) return
    if (queue.size === 0) queues.delete(employer)
    add(waitingOf, person, -1)
  }

  function serveNext(): void {
    for (const [employer, queue] of queues) {
      if ((running.get(employer) ?? 0) >= MAX_PER_EMPLOYER) continue
      for (const waiting of queue) {
        if (!isFree(waiting.taker)) continue
        leave(waiting)
        if (queue.size > 0) {
          queues.delete(employer)
          queues.set(employer, queue)
        }
        waiting.start(begin(waiting.taker))
        break
      }
      if (inAll >= MAX_IN_ALL) return
    }
  }

  return {
    /** A function that ends the turn, once it has come. `gone` ends the wait of a browser that has left. */
    take(taker: Taker, gone?: AbortSignal): Promise<Turn> | Turn {
      if (isFree(taker) && !waitingOf.has(taker.person)) return begin(taker)
      if ((waitingOf.get(taker.person) ?? 0) >= MAX_WAITING_PER_PERSON) return 'full'
      return new Promise<Turn>((resolve) => {
        const give = () => {
          leave(waiting)
          waiting.start('late')
        }
        const timer = setTimeout(give, maxWaitMs)
        gone?.addEventListener('abort', give)
        const waiting: Waiting = {
          taker,
          start(turn) {
            clearTimeout(timer)
            gone?.removeEventListener('abort', give)
            resolve(turn)
          },
        }
        const queue = queues.get(taker.employer) ?? new Set()
        queues.set(taker.employer, queue.add(waiting))
        add(waitingOf, taker.person, 1)
      })
    },
  }
}

export type Turns = ReturnType<typeof openTurns>

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
