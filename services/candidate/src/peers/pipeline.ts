import type { Input } from '@jobboard/contracts/endpoint'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import type { Deps } from '@jobboard/service/lifecycle/deps'

const TIMEOUT_MS = 300

/** Body of the hand-over: the event that is in the outbox too. */
export type HandOver = Input<typeof receiveApplication>['body']

/** Hands `application.created` over to pipeline, so that the recruiter can read the application at once. A failure is
 * logged only: the relay delivers the same event. */
export async function handOverApplication(
  { call, log }: Deps,
  body: HandOver,
  requestId: string,
): Promise<void> {
  try {
    await call(receiveApplication, { body }, { timeoutMs: TIMEOUT_MS, requestId })
  } catch (error) {
    log.warn({ err: error, requestId }, 'application not handed over to pipeline; the relay will deliver it')
  }
}
