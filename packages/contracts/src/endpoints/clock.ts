import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NOT_FOUND } from '../error.ts'
import { wireTimestamp } from '../text.ts'

/** Admin API; only with `TEST_CLOCK=true`. The gateway responds when the clock of every service is advanced. */
export const advanceClock = endpoint({
  plane: 'admin',
  service: 'gateway',
  name: 'advance-clock',
  method: 'POST',
  path: '/admin/v1/clock/advance',
  summary: 'Advance the business clock of all services',
  description:
    'For tests: exists only with `TEST_CLOCK=true`, else 404. The response comes when every service has moved. Moves add up, also concurrent ones. An `Idempotency-Key` is ignored.',
  body: z
    .object({ seconds: z.number().min(0).max(315_360_000).describe('Seconds to advance; 0 reads the time.') })
    .describe('How far to advance.'),
  status: 200,
  response: z
    .object({ now: wireTimestamp().describe('The business time after the move.') })
    .describe('The new time.'),
  refusals: { not_found: { when: 'The test clock is off.', message: NOT_FOUND } },
})
