import type { FastifyInstance } from 'fastify'

/** On every response of a service that is stopping: its callers choose another replica. */
export const DRAINING_HEADER = 'x-draining'

/** Whether a service is stopping. */
export interface Draining {
  /** From now on each response ends its connection and says so. */
  begin(): void
  readonly isDraining: boolean
}

/** Adds the drain of a stopping service to its HTTP server. */
export function addDraining(app: FastifyInstance): Draining {
  let isDraining = false
  // When the response starts, so that requests in flight are included.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close').header(DRAINING_HEADER, '1')
    done()
  })
  return {
    begin() {
      isDraining = true
    },
    get isDraining() {
      return isDraining
    },
  }
}
