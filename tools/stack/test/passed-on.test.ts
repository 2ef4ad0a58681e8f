import { expect, test } from 'vitest'
import { passedOn } from '../src/passed-on.ts'

const env = {
  OIDC_CLIENT_SECRET: 'secret',
  SMTP_URL: 'smtp://localhost:25',
  LLM_API_KEY: 'key',
  NATS_PASSWORD: 'password',
  NODE_ENV: 'test',
  LOG_LEVEL: '',
  AWS_SECRET_ACCESS_KEY: 'unknown',
}

test('a secret reaches the services that use it, and what nobody uses reaches none', () => {
  expect(passedOn(env, 'portal')).toEqual({
    ...{ OIDC_CLIENT_SECRET: 'secret', SMTP_URL: 'smtp://localhost:25', NODE_ENV: 'test' },
  })
  expect(passedOn(env, 'webhook')).toEqual({
    ...{ SMTP_URL: 'smtp://localhost:25', NATS_PASSWORD: 'password', NODE_ENV: 'test' },
  })
  expect(passedOn(env, 'jobs')).toEqual({ NATS_PASSWORD: 'password', NODE_ENV: 'test' })
})
