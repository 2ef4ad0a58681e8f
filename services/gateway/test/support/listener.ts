import { openLog } from '@jobboard/service/lifecycle/log'
import { buildListener } from '../../src/http/listener.ts'
import type { RequestContext } from '../../src/http/request-context.ts'
import { buildRouter } from '../../src/http/router.ts'

/** A listener whose requests are served by this function, without authentication. */
export async function startListener(
  serve: (context: RequestContext) => Promise<void>,
  log = openLog('gateway', 'silent'),
) {
  const app = buildListener({
    prefix: '/',
    router: buildRouter([]),
    handler: { authenticate: () => ({ name: undefined }), serve },
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    silenceTimeoutMs: 30_000,
    observe: () => {},
    log,
  })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  return { port, stop: () => app.close() }
}
