import { once } from 'node:events'
import autocannon from 'autocannon'
import { quantile } from './figures.ts'

/** GET requests that are sent as fast as they are answered, over keep-alive connections, for `seconds`. */
export interface Flood {
  url: string
  connections: number
  seconds: number
  /** A path and key for each, shared out among the connections. */
  requests: { path: string; token: string }[]
}

export interface FloodResult {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses by status. */
  statuses: Record<number, number>
}

async function send({ url, connections, seconds, requests }: Flood): Promise<FloodResult> {
  const times: number[] = []
  const statuses: Record<number, number> = {}
  let opened = 0
  const setupClient = (client: autocannon.Client) => {
    const own = requests.filter((_, i) => i % connections === opened % connections)
    opened++
    client.setRequests(
      own.map(({ path, token }) => ({ path, headers: { authorization: `Bearer ${token}` } })),
    )
  }
  const options = { url, connections, duration: seconds, setupClient, timeout: 120 }
  const begin = performance.now()
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    running.on('response', (_client, status, _bytes, tookMs) => {
      times.push(tookMs)
      statuses[status] = (statuses[status] ?? 0) + 1
    })
  })
  if (errors > 0) throw new Error(`${errors} requests to ${url} got no response`)
  const perSecond = (times.length * 1_000) / (performance.now() - begin)
  const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)]
  return { count: times.length, perSecond, p50Ms, p99Ms, statuses }
}

process.send!('ready')
const [flood] = await once(process, 'message')
process.send!(await send(flood as Flood))
process.disconnect()
