import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, clientOf } from './client.ts'

const TRIES = 50
const PAUSE_MS = 100

/** A client that repeats a request that got 503 or `idempotency_in_progress`, with one `Idempotency-Key`. */
export function retrying(client: Client): Client {
  const send: Client['send'] = async (method, path, request = {}) => {
    const headers = { 'idempotency-key': randomUUID(), ...request.headers }
    for (let tries = 1; ; tries++) {
      const response = await client.send<{ code?: string } | undefined>(method, path, { ...request, headers })
      const isTransient = response.status === 503 || response.body?.code === 'idempotency_in_progress'
      if (!isTransient || tries === TRIES) return response as never
      await sleep(PAUSE_MS)
    }
  }
  return clientOf(send)
}
