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
