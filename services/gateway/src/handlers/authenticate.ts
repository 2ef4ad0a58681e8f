import { ApiError } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/keys/internal'
import { hashOf, keyPrefix } from '@jobboard/service/auth/api-key'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { RequestCaller } from '../http/handler.ts'
import { noEndpoint } from '../http/no-endpoint.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Refusal } from '../http/responses.ts'
import type { Match } from '../http/router.ts'
import { keyName } from '../keys/key-name.ts'
import { presentedKey } from '../keys/presented-key.ts'

/** The caller of a request on the public port. */
export interface KeyCaller extends RequestCaller {
  readonly name: string
  readonly key: KeyRecord
}

type Deps = Pick<GatewayDeps, 'identify' | 'clock'>

/** Finds the key of a request. Every reason to refuse it looks the same from outside (Spec §5): unknown,
 * revoked, expired, not approved, or of a kind that the route does not accept (D-12). An unknown route needs
 * no key: without a valid one it is 404. Without a key it is refused synchronously. Throws unavailable. */
export function authenticate(deps: Deps, context: RequestContext): Refusal | Promise<KeyCaller | Refusal> {
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
  if (key?.status !== 'Active' || !text.startsWith(keyPrefix[key.kind])) return 'unauthorized'
  if (key.expiresAtMs !== null && clock.now().getTime() >= key.expiresAtMs) return 'unauthorized'
  if (match && !match.nearest.keys?.includes(key.kind)) return 'unauthorized'
  return { name: keyName(key), key }
}
