import { unavailable } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/internal/clock'
import { peerUrls } from '@jobboard/service/call'
import type { UpstreamName } from '../env.ts'
import type { Parts } from '../parts.ts'

type Peers = Pick<Parts, 'env' | 'call'>

/** Moves each replica of a service to this offset; answers the furthest it has got. Throws unavailable, by name. */
export async function moveService(parts: Peers, name: UpstreamName, offsetMs: number): Promise<number> {
  const moves = peerUrls(parts.env)[name].map(async (replica) => {
    const answer = await parts.call(setClock(name), { body: { offsetMs } }, { replica, timeoutMs: 10_000 })
    return answer.offsetMs
  })
  const offsets = await Promise.allSettled(moves)
  if (offsets.some(({ status }) => status === 'rejected')) throw unavailable(`The ${name} service`)
  return Math.max(...offsets.map((move) => (move.status === 'fulfilled' ? move.value : 0)))
}
