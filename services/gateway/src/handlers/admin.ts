import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@jobboard/contracts/error'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Handler } from '../http/listener.ts'
import type { RequestCaller } from '../http/request-context.ts'
import { noEndpoint, sendError } from '../http/responses.ts'
import { bearerToken } from '../keys/caller.ts'
import { authorize } from './authorize.ts'
import { respond } from './respond.ts'

const OPERATOR: RequestCaller = { name: undefined }

/** The operators' port: 401 without the admin token, compared in constant time; then 404, 405, and the
 * service's checks. */
export function adminHandler(deps: GatewayDeps): Handler<RequestCaller> {
  return {
    authenticate({ request }) {
      const token = bearerToken(request.headers.authorization ?? '')
      return isSame(token, deps.env.ADMIN_TOKEN) ? OPERATOR : 'unauthorized'
    },

    async serve(context) {
      const { request, match } = context
      // Endpoints for operators need no scope.
      const endpoint = match ? authorize(match, request.method!, []) : noEndpoint(context)
      if (endpoint instanceof ApiError) return sendError(context, endpoint)
      const callerToken = deps.callerTokens.forOperator()
      await respond(deps, { context, endpoint, key: undefined, callerToken })
    },
  }
}

// Hashes have one length, so the time does not depend on the length of the token either.
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
