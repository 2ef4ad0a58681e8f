import { readEnv } from '@jobboard/service/lifecycle/env'
import { expect, test } from 'vitest'
import { gatewayEnv } from './env.ts'

const values = { PORT: '0', NATS_URL: 'nats://x', CALLER_SECRET: 'of-my-own-0123456789-0123456789-abcdef' }

test('LIMITER is shared unless it is set, so a second gateway never doubles a limit (D-17)', () => {
  expect(readEnv(gatewayEnv, values).LIMITER).toBe('shared')
  expect(readEnv(gatewayEnv, { ...values, LIMITER: 'local' }).LIMITER).toBe('local')
})

test.each([
  ['https://app.example.com,*', '*'],
  ['https://app.example.com/', 'https://app.example.com/'],
  ['https://app.example.com:443', 'https://app.example.com:443'],
  ['https://App.example.com', 'https://App.example.com'],
  ['app.example.com', 'app.example.com'],
  ['null', 'null'],
  ['ftp://app.example.com', 'ftp://app.example.com'],
])('CORS_ORIGINS=%s is refused: %s is not an origin', (list, bad) => {
  expect(() => readEnv(gatewayEnv, { ...values, CORS_ORIGINS: list })).toThrow(
    `CORS_ORIGINS: ${bad} is not an origin such as https://app.example.com`,
  )
})

test('REQUEST_TIMEOUT_MS below HEADERS_TIMEOUT_MS is refused', () => {
  const env = { ...values, HEADERS_TIMEOUT_MS: '2000', REQUEST_TIMEOUT_MS: '1000' }
  expect(() => readEnv(gatewayEnv, env)).toThrow(
    /HEADERS_TIMEOUT_MS: must not be more than REQUEST_TIMEOUT_MS/,
  )
})
