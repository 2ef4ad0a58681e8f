import { z } from 'zod'
import { endpoint, type ServiceName } from '../endpoint.ts'

const clock = z.object({ offsetMs: z.number().min(0) })

/** Raises the offset of the business clock to `offsetMs`; it never decreases. With `fromMs`, only if that is
 * the current offset, otherwise precondition_failed. */
export const setClock = (service: ServiceName) =>
  endpoint({
    plane: 'internal',
    service,
    name: 'set-clock',
    method: 'POST',
    path: '/internal/v1/clock',
    summary: 'Advance the business clock of one service',
    body: clock.extend({ fromMs: z.number().min(0).optional() }),
    status: 200,
    response: clock,
  })
