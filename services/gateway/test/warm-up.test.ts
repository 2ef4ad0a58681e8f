import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startArena } from './support/setup.ts'

test('warming up is over before a port opens, and nothing knows of it', async () => {
  const arena = await startArena({ env: { WARM_UP_REQUESTS: '300' } })
  const lines = await eventually('metrics', async () => (await fetch(`${arena.adminUrl}/metrics`)).text())
  expect(lines).toMatch(/^gateway_limiter_entries 0$/m)
  expect(lines).toMatch(/^gateway_keys\{state="known"\} 0$/m)
  expect(lines).not.toMatch(/http_request_duration_seconds_count\{port="public"/)
  expect(arena.world.seen).toEqual([])
  expect(arena.world.asked).toEqual([])
  await arena.stop()
  expect(arena.world.uses).toEqual([])
})
