import { readEnv } from '@jobboard/service/lifecycle/env'
import { expect, test } from 'vitest'
import { gatewayEnv } from './env.ts'

test('LIMITER is shared unless it is set, so a second gateway never doubles a limit (P-45)', () => {
  const values = { PORT: '0', NATS_URL: 'nats://x', CALLER_SECRET: 'of-my-own-0123456789-0123456789-abcdef' }
  expect(readEnv(gatewayEnv, values).LIMITER).toBe('shared')
  expect(readEnv(gatewayEnv, { ...values, LIMITER: 'local' }).LIMITER).toBe('local')
})
