import { once } from 'node:events'
import { setPriority } from 'node:os'
import { mapConcurrently } from './concurrency.ts'

/** What the process is sent. */
export interface Attacker {
  url: string
  method: string
  headers: Record<string, string>
  body: string
  requests: number
  connections: number
}

/** Sends all requests, as fast as they are answered, and says how often each status came. */
async function attack({ url, method, headers, body, requests, connections }: Attacker): Promise<void> {
  const bytes = Buffer.from(body)
  const statuses: Record<number, number> = {}
  await mapConcurrently(requests, connections, async () => {
    const response = await fetch(url, { method, headers, body: bytes })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  })
  process.send!(statuses)
  process.disconnect()
}

// Its CPU time belongs to another machine: the stack goes first.
setPriority(19)
process.send!('ready')
const [attacker] = await once(process, 'message')
await attack(attacker as Attacker)
