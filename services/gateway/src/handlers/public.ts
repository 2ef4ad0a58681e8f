import { ApiError } from '@jobboard/contracts/error'
import { currentSpan } from '@jobboard/process/tracing/span'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Handler } from '../http/handler.ts'
import { noEndpoint } from '../http/no-endpoint.ts'
import { withHeaders } from '../http/request-context.ts'
import { sendError } from '../http/responses.ts'
import { authenticate, type KeyCaller } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { withUnspentCredits } from './credit-headers.ts'
import { respond } from './respond.ts'
import { familyOf, takeQuota } from './take-quota.ts'

/** The public port. Refusals in this order: 401, 429, 404 for an unknown route, 405, 403, then the service's
 * own (D-13); an unknown route without a valid key is 404 at once. */
export function publicHandler(deps: GatewayDeps): Handler<KeyCaller> {
  return {
    authenticate: (context) => authenticate(deps, context),

    async serve(context, { name, key }) {
      const { request, match } = context
      if (key.employerId !== null) currentSpan()?.set({ 'jobboard.employer_id': key.employerId })
      const quota = await takeQuota(deps.limiter, name, context)
      const counted = withHeaders(context, quota.headers)
      const endpoint =
        quota.refusal ?? (match ? authorize(match, request.method!, key.scopes) : noEndpoint(context))
      if (endpoint instanceof ApiError) {
        return sendError(await withUnspentCredits(deps.creditBalances, counted, key), endpoint)
      }
      const callerToken = deps.callerTokens.forKey(key)
      await respond(deps, { context: counted, endpoint, key, callerToken })
    },

    ended({ match, target }, { key }, status) {
      deps.keyUses.add(key, familyOf(match, target), status, deps.clock.now().getTime())
    },
  }
}
