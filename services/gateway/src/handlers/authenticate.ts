import { notFound } from '@jobboard/contracts/error'
import type { KeyRecord } from '@jobboard/contracts/internal/keys'
import { hashOf, keyPrefix } from '@jobboard/service/auth/api-key'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { RequestCaller } from '../http/handler.ts'
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
 * no key: 404 (P-10). Without a key it is refused synchronously. Throws unavailable. */
export function authenticate(
  deps: Deps,
  { request, match }: RequestContext,
): Refusal | Promise<KeyCaller | Refusal> {
  if (!match) return notFound()
  const text = presentedKey(request)
  return text === undefined ? 'unauthorized' : verifyKey(deps, text, match)
}

async function verifyKey(
  { identify, clock }: Deps,
  text: string,
  match: Match,
): Promise<KeyCaller | Refusal> {
  const key = await identify(hashOf(text))
  if (key?.status !== 'Active' || !text.startsWith(keyPrefix[key.kind])) return 'unauthorized'
  if (key.expiresAtMs !== null && clock.now().getTime() >= key.expiresAtMs) return 'unauthorized'
  if (!match.nearest.keys?.includes(key.kind)) return 'unauthorized'
  return { name: keyName(key), key }
}
