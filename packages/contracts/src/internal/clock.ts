import { z } from 'zod'
import { endpoint, type ServiceName } from '../endpoint.ts'

const clock = z.object({ offsetMs: z.number().min(0) })

/** Sets how far the business clock is ahead of the real one; it never goes back. With `fromMs` only if it is that far ahead
 * now, else precondition_failed. */
export const setClock = (service: ServiceName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'set-clock',
    method: 'POST',
    path: '/internal/v1/clock',
    summary: 'Move the business clock of one service',
    body: clock.extend({ fromMs: z.number().min(0).optional() }),
    status: 200,
    response: clock,
  })
