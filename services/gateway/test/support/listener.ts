import { openLog } from '@jobboard/service/lifecycle/log'
import type { Exchange } from '../../src/http/exchange.ts'
import { buildListener } from '../../src/http/listener.ts'

/** A listener before a door of the test's own. */
export async function startListener(door: (exchange: Exchange) => Promise<void>) {
  const app = buildListener({
    prefix: '/',
    door,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    silenceTimeoutMs: 30_000,
    answered: () => {},
    log: openLog('gateway', 'silent'),
  })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  return { port, stop: () => app.close() }
}
