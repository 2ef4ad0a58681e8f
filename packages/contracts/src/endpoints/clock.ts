import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireTimestamp } from '../text.ts'

/** Admin API; only with `TEST_CLOCK=true`. The gateway responds when the clock of every service is advanced. */
export const advanceClock = endpoint({
  plane: 'admin',
  service: 'gateway',
  name: 'advance-clock',
  method: 'POST',
  path: '/admin/v1/clock/advance',
  summary: 'Advance the business clock of all services',
  body: z.object({ seconds: z.number().min(0).max(315_360_000) }),
  status: 200,
  response: z.object({ now: wireTimestamp() }),
})
