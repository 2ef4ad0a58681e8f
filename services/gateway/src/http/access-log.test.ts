import type { Log } from '@jobboard/service/lifecycle/log'
import { expect, test } from 'vitest'
import { openAccessLog } from './access-log.ts'
import type { RequestContext } from './request-context.ts'

test('successful probes are not logged, failed ones and other requests are; all are counted', () => {
  const logged: string[] = []
  const observed: string[] = []
  const log = {
    info: ({ route, status }: { route: string; status: number }) => logged.push(`${route} ${status}`),
  }
  const write = openAccessLog(log as unknown as Log, (route, _method, status) =>
    observed.push(`${route} ${status}`),
  )
  const requests = [
    ...['/healthz/live', '/healthz/ready', '/metrics'].map((route) => [route, 200] as const),
    ['/healthz/ready', 503] as const,
    ['/api/v1/jobs', 200] as const,
  ]
  for (const [route, statusCode] of requests) {
    const response = { headersSent: true, statusCode }
    const context = { request: { method: 'GET' }, response, requestId: 'r', route, startedAtMs: 0 }
    write({ context: context as unknown as RequestContext, caller: undefined })
  }
  expect(logged).toEqual(['/healthz/ready 503', '/api/v1/jobs 200'])
  expect(observed).toEqual(requests.map(([route, status]) => `${route} ${status}`))
})
