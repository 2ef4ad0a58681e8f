import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startTestGateway } from './support/setup.ts'

test('the warm-up ends before a port opens, and reaches no metric, key or service', async () => {
  const gateway = await startTestGateway({ env: { WARM_UP_REQUESTS: '300' } })
  const lines = await eventually('metrics', async () => (await fetch(`${gateway.adminUrl}/metrics`)).text())
  expect(lines).toMatch(/^gateway_limiter_entries 0$/m)
  expect(lines).toMatch(/^gateway_keys\{state="known"\} 0$/m)
  expect(lines).not.toMatch(/http_request_duration_seconds_count\{port="public"/)
  expect(gateway.upstream.requests).toEqual([])
  expect(gateway.upstream.lookedUp).toEqual([])
  await gateway.stop()
  expect(gateway.upstream.keyUses).toEqual([])
})
