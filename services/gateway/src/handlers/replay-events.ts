import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type getReplay, replayEvents } from '@jobboard/contracts/endpoints/replay'
import { notFound, unavailable } from '@jobboard/contracts/error'
import { readReplay, startReplay } from '@jobboard/contracts/internal/replay'
import type { UpstreamName } from '../env.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import { operator } from '../keys/caller-tokens.ts'
import type { Admitted } from './admitted.ts'
import { callOptions } from './call-options.ts'
import { readJson } from './read-json.ts'

/** Starts a replay of the outbox of one service (P-65). Throws invalid_request, unavailable. */
export async function startServiceReplay(
  { env, call }: GatewayDeps,
  { context }: Admitted,
): Promise<ResponseBody<typeof replayEvents>> {
  const { service, since } = await readJson(context, replayEvents)
  if (!env.SERVICES.includes(service)) throw unavailable(`The ${service} service`)
  const body = { since, actor: operator.actor }
  return call(startReplay(service), { body }, callOptions(context))
}

/** The progress of a replay, named `<service>-<id>`. Throws not_found, unavailable. */
export async function readServiceReplay(
  { env, call }: GatewayDeps,
  { context }: Admitted,
): Promise<ResponseBody<typeof getReplay>> {
  const [service, id, ...rest] = context.target.segments.at(-1)!.split('-')
  if (!env.SERVICES.includes(service as UpstreamName) || !id || rest.length > 0) throw notFound()
  return call(readReplay(service as UpstreamName), { params: { id } }, { requestId: context.requestId })
}
