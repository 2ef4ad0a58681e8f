import type { Input, ResponseBody } from '@jobboard/contracts/endpoint'
import { notFound, unavailable } from '@jobboard/contracts/error'
import {
  readReplay as readOwnReplay,
  startReplay as startOwnReplay,
} from '@jobboard/contracts/operators/internal'
import type { getReplay, replayEvents } from '@jobboard/contracts/operators/operations'
import type { UpstreamName } from '@jobboard/contracts/services'
import type { AskedBy, EveryService } from './every-service.ts'

/** Starts a replay of the outbox of one service. Throws unavailable. */
export async function startReplay(
  { services, call }: EveryService,
  { service, since }: Input<typeof replayEvents>['body'],
  { actor, ...options }: AskedBy,
): Promise<ResponseBody<typeof replayEvents>> {
  if (!services.includes(service)) throw unavailable(`The ${service} service`)
  return call(startOwnReplay(service), { body: { since, actor } }, options)
}

/** The progress of a replay, named `<service>-<id>`. Throws not_found, unavailable. */
export async function readReplay(
  { services, call }: EveryService,
  replayId: string,
  requestId: string,
): Promise<ResponseBody<typeof getReplay>> {
  const [service, id, ...rest] = replayId.split('-')
  if (!services.includes(service as UpstreamName) || !id || rest.length > 0) throw notFound()
  return call(readOwnReplay(service as UpstreamName), { params: { id } }, { requestId })
}
