import { ApiError, unavailable } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/internal/clock'
import { peerUrls } from '@jobboard/service/http/call'
import type { UpstreamName } from '../env.ts'
import type { Parts } from '../parts.ts'

type Peers = Pick<Parts, 'env' | 'call'>

/** Moves each replica of a service to this offset; answers the furthest it has got. Throws unavailable, by name. */
export async function moveService(parts: Peers, name: UpstreamName, offsetMs: number): Promise<number> {
  const moves = peerUrls(parts.env)[name].map((replica) => move(parts, name, replica, { offsetMs }))
  const offsets = await Promise.allSettled(moves)
  if (offsets.some(({ status }) => status === 'rejected')) throw unavailable(`The ${name} service`)
  return Math.max(...offsets.map((answer) => (answer.status === 'fulfilled' ? answer.value : 0)))
}

/** Moves a service to this offset if it is still at `fromMs`; false when it is not. Throws unavailable. */
export async function moveServiceFrom(
  parts: Peers,
  name: UpstreamName,
  fromMs: number,
  offsetMs: number,
): Promise<boolean> {
  const [replica, ...others] = peerUrls(parts.env)[name]
  try {
    await move(parts, name, replica!, { offsetMs, fromMs })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'precondition_failed') return false
    throw error
  }
  // They share a database: one that does not hear this reads it there within a second.
  await Promise.allSettled(others.map((other) => move(parts, name, other, { offsetMs })))
  return true
}

async function move(
  { call }: Peers,
  name: UpstreamName,
  replica: string,
  body: { offsetMs: number; fromMs?: number },
): Promise<number> {
  return (await call(setClock(name), { body }, { replica, timeoutMs: 10_000 })).offsetMs
}
