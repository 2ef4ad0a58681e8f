import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireTimestamp } from '../text.ts'

/** Admin API; only with `TEST_CLOCK=true`. Answered by the gateway when every service has moved. */
export const advanceClock = endpoint({
  plane: 'admin',
  service: 'gateway',
  name: 'advance-clock',
  method: 'POST',
  path: '/admin/v1/clock/advance',
  summary: 'Move the business clock of the whole stack forward',
  body: z.object({ seconds: z.number().min(0).max(315_360_000) }),
  status: 200,
  response: z.object({ now: wireTimestamp() }),
})
