import { readEnv } from '@jobboard/service/lifecycle/env'
import { expect, test } from 'vitest'
import { isBehindProxy, portalEnv } from './env.ts'

const valid = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal@postgres/portal',
  PGPASSWORD: 'own',
  CALLER_SECRET: 'a'.repeat(32),
  PORTAL_BASE_URL: 'https://portal.example.com',
}

test('production mode with the settings of a release without the portal: the error says what to set', () => {
  expect(readEnv(portalEnv, valid).PORTAL_BASE_URL).toBe('https://portal.example.com')
  // As docker-compose.yml passes it on when .env has no PORTAL_DB_PASSWORD.
  expect(() => readEnv(portalEnv, { ...valid, PGPASSWORD: 'development-only' })).toThrow(
    'PGPASSWORD: is the published development value; set your own, with Compose PORTAL_DB_PASSWORD in .env',
  )
})

test('production mode refuses an address without encryption, except of this machine', () => {
  const at = (PORTAL_BASE_URL: string) => () => readEnv(portalEnv, { ...valid, PORTAL_BASE_URL })
  expect(at('http://portal.example.com')).toThrow('PORTAL_BASE_URL: must begin with https://')
  expect(at('http://127.0.0.1:8082')).not.toThrow()
})

test.each([
  ['https, so a proxy has ended the encryption', undefined, 'https://portal.example', true],
  ['this machine', undefined, 'http://127.0.0.1:8082', false],
  ['https that ends in the portal itself', 0, 'https://portal.example', false],
  ['named proxies', ['10.0.0.1'], 'http://127.0.0.1:8082', true],
] as const)('%s: whether connections come from a proxy', (_what, proxies, baseUrl, expected) => {
  const env = { TRUSTED_PROXIES: proxies as number | string[] | undefined, PORTAL_BASE_URL: baseUrl }
  expect(isBehindProxy(env)).toBe(expected)
})
