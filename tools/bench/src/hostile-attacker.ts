import { parentPort, workerData } from 'node:worker_threads'
import { mapConcurrently } from './concurrency.ts'

/** What the worker of the benchmark is given. */
export interface Attacker {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  requests: number
  connections: number
}

/** Sends all requests, as fast as they are answered, and posts how often each status came. */
async function attack({ url, method, headers, body, requests, connections }: Attacker): Promise<void> {
  const bytes = Buffer.from(body)
  const statuses: Record<number, number> = {}
  await mapConcurrently(requests, connections, async () => {
    const response = await fetch(url, { method, headers, body: bytes })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  })
  parentPort!.postMessage(statuses)
}

await attack(workerData as Attacker)
