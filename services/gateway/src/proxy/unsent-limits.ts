import type { GatewayEnv } from '../env.ts'
import { openUnsentResponses, type UnsentResponses } from './unsent-responses.ts'

const MIB = 1_048_576

/** Public: responses are stored whole, so that a slow client holds no connection to a service. Operators:
 * exports of any length at the pace of the client, without a deadline. */
export function openUnsent(env: GatewayEnv): Record<'public' | 'admin', UnsentResponses> {
  const { RESPONSE_GRACE_MS: graceMs, RESPONSE_TIMEOUT_MS: timeoutMs } = env
  const never = Number.POSITIVE_INFINITY
  return {
    public: openUnsentResponses({ maxBytes: 64 * MIB, maxBytesPerResponse: 16 * MIB, graceMs, timeoutMs }),
    admin: openUnsentResponses({
      maxBytes: 64 * MIB,
      maxBytesPerResponse: 65_536,
      graceMs: never,
      timeoutMs: never,
    }),
  }
}
