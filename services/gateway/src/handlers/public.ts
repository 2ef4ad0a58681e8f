import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { simulateFailure } from '@jobboard/contracts/sandbox/endpoints'
import { currentSpan } from '@jobboard/process/tracing/span'
import { hashOf, keyPrefix, modeOf } from '@jobboard/service/auth/api-key'
import { withUnspentCredits } from '../credits.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Handler } from '../http/listener.ts'
import { type RequestCaller, type RequestContext, withHeaders } from '../http/request-context.ts'
import { noEndpoint, type Refusal, sendError } from '../http/responses.ts'
import type { Match } from '../http/router.ts'
import { keyName, presentedKey } from '../keys/caller.ts'
import { simulated } from '../keys/simulated-failures.ts'
import { authorize } from './authorize.ts'
import { familyOf, takeQuota } from './quota.ts'
import { respond } from './respond.ts'

/** The public port. Refusals in this order: 401, 429, 404 for an unknown route, 405, 403, then the service's
 * own (D-13); an unknown route without a valid key is 404 at once. */
export function publicHandler(deps: GatewayDeps): Handler<KeyCaller> {
  return {
    authenticate: (context) => authenticate(deps, context),

    async serve(context, { name, key }) {
      const { request, match } = context
      if (key.employerId !== null) currentSpan()?.set({ 'jobboard.employer_id': key.employerId })
      const quota = await takeQuota(deps.limiter, name, context)
      const isOfSandbox = key.sandboxId !== undefined
      const counted = withHeaders(context, isOfSandbox ? [...quota.headers, ...OF_SANDBOX] : quota.headers)
      const authorized =
        quota.refusal ?? (match ? authorize(match, request.method!, key.scopes) : noEndpoint(context))
      const endpoint = isOfSandbox ? failing(deps, counted, authorized, key) : authorized
      if (endpoint instanceof ApiError) {
        return sendError(await withUnspentCredits(deps.creditBalances, counted, key), endpoint)
      }
      const callerToken = deps.callerTokens.forKey(key)
      await respond(deps, { context: counted, endpoint, key, callerToken, quota: quota.decision })
    },

    ended({ match, target }, { key }, status) {
      deps.keyUses.add(key, familyOf(match, target), status, deps.clock.now().getTime())
    },
  }
}

/** On every response to a key of a sandbox. */
const OF_SANDBOX = ['X-Sandbox', 'true']

/** The endpoint, or the failure that the key has asked for. A lost response is cut off where it begins: the request takes
 * effect. */
function failing(
  { simulatedFailures }: Pick<GatewayDeps, 'simulatedFailures'>,
  { target, response }: RequestContext,
  endpoint: Endpoint | ApiError,
  key: KeyRecord,
): Endpoint | ApiError {
  if (endpoint instanceof ApiError || endpoint.name === simulateFailure.name) return endpoint
  const failure = simulatedFailures.take(key.id, target.url)
  if (failure === undefined) return endpoint
  if (failure !== 'timeout') return simulated(failure)
  const { writeHead } = response
  response.writeHead = (...args: unknown[]) => {
    ;(writeHead as (...args: unknown[]) => void).apply(response, args)
    response.socket?.destroy()
    return response
  }
  return endpoint
}

/** The caller of a request on the public port. */
interface KeyCaller extends RequestCaller {
  readonly name: string
  readonly key: KeyRecord
}

type Deps = Pick<GatewayDeps, 'identify' | 'clock'>

/** Finds the key of a request. Every reason to refuse it looks the same from outside (Spec §5): unknown,
 * revoked, expired, not approved, or of a kind that the route does not accept (D-12). An unknown route needs
 * no key: without a valid one it is 404. Without a key it is refused synchronously. Throws unavailable. */
function authenticate(deps: Deps, context: RequestContext): Refusal | Promise<KeyCaller | Refusal> {
  const { request, match } = context
  const text = presentedKey(request)
  if (text === undefined) return match ? 'unauthorized' : noEndpoint(context)
  return match ? verifyKey(deps, text, match) : keyOfUnknownRoute(deps, text, context)
}

/** The caller, whose limit an unknown route counts against (D-17); 404 without a valid key, or when it cannot be checked. */
async function keyOfUnknownRoute(
  deps: Deps,
  text: string,
  context: RequestContext,
): Promise<KeyCaller | Refusal> {
  try {
    const caller = await verifyKey(deps, text, undefined)
    return caller === 'unauthorized' ? noEndpoint(context) : caller
  } catch (error) {
    if (error instanceof ApiError) return noEndpoint(context)
    throw error
  }
}

async function verifyKey(
  { identify, clock }: Deps,
  text: string,
  match: Match | undefined,
): Promise<KeyCaller | 'unauthorized'> {
  const key = await identify(hashOf(text))
  if (key?.status !== 'Active') return 'unauthorized'
  if (!text.startsWith(keyPrefix(key.kind, modeOf(key.sandboxId)))) return 'unauthorized'
  if (key.expiresAtMs !== null && clock.now().getTime() >= key.expiresAtMs) return 'unauthorized'
  if (match && !match.nearest.keys?.includes(key.kind)) return 'unauthorized'
  return { name: keyName(key), key }
}
