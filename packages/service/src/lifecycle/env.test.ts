import { expect, test } from 'vitest'
import { baseEnv, directUrlOf, originUrl, readEnv, tracingEnv } from './env.ts'

const valid = {
  PORT: '8101',
  DATABASE_URL: 'postgres://x',
  NATS_URL: 'nats://x',
  CALLER_SECRET: 'of-my-own-0123456789-0123456789-abcdef',
}

test('a valid environment is frozen, has defaults, and splits the URLs of peers', () => {
  const env = readEnv(baseEnv, { ...valid, JOBS_URL: 'http://a:1,http://b:2' })
  expect(env).toMatchObject({ PORT: 8101, TEST_CLOCK: false, JOBS_URL: ['http://a:1', 'http://b:2'] })
  expect(Object.isFrozen(env)).toBe(true)
})

test('DATABASE_DIRECT_URL defaults to DATABASE_URL', () => {
  const direct = 'postgres://y'
  expect(directUrlOf(readEnv(baseEnv, valid))).toBe(valid.DATABASE_URL)
  expect(directUrlOf(readEnv(baseEnv, { ...valid, DATABASE_DIRECT_URL: direct }))).toBe(direct)
})

test('an empty variable counts as not set', () => {
  expect(readEnv(baseEnv, { ...valid, DATABASE_POOL: '', DATABASE_DIRECT_URL: '' }).DATABASE_POOL).toBe(10)
  expect(() => readEnv(baseEnv, { ...valid, CALLER_SECRET: '' })).toThrow('CALLER_SECRET: is not set')
})

test('the error names every missing or invalid variable and says why', () => {
  expect(() => readEnv(baseEnv, { PORT: 'x', CALLER_SECRET: 'short', JOBS_URL: 'jobs' })).toThrow(
    /PORT: .*number[\s\S]*DATABASE_URL: is not set[\s\S]*NATS_URL: is not set[\s\S]*CALLER_SECRET: must have at least 32[\s\S]*JOBS_URL: /,
  )
})

test.each([
  ['PORTAL_BASE_URL', 'http://127.0.0.1:127.0.0.1:8480'],
  ['PORTAL_BASE_URL', 'portal.example.com'],
  ['PORTAL_BASE_URL', 'https://portal.example.com/jobs'],
  ['DATABASE_URL', 'postgres:5432'],
  ['DATABASE_URL', 'postgres://jobs:secret@postgres:port/jobs'],
  ['DATABASE_DIRECT_URL', 'mysql://jobs:secret@postgres/jobs'],
  ['NATS_URL', 'nats:4222,'],
  ['NATS_URL', 'nats://jobs:sec/ret@nats'],
  ['JOBS_URL', 'http://jobs:8101,http://'],
])('%s=%s is refused in one sentence that names the variable and shows no value', (name, value) => {
  const schema = baseEnv.extend({ PORTAL_BASE_URL: originUrl('http://127.0.0.1:8082') })
  const refusal = () => readEnv(schema, { ...valid, [name]: value })
  expect(refusal).toThrow(new RegExp(`^Invalid environment:\n  ${name}: must be [^\n]*$`))
  expect(refusal).not.toThrow(/Invalid URL|sec/)
})

test('lists of servers and addresses without a port are valid', () => {
  const values = { NATS_URL: 'nats://a:4222, tls://b', DATABASE_URL: 'postgresql:///jobs?host=/var/run' }
  expect(readEnv(baseEnv, { ...valid, ...values })).toMatchObject(values)
})

test.each([
  ['TEST_CLOCK', 'true'],
  ['DATED_CALLS', 'true'],
  ['FAILPOINTS', 'publish-after-debit'],
  ['CALLER_SECRET', 'development-caller-secret-change-me-0000'],
  ['PGPASSWORD', 'development-only'],
  ['NATS_PASSWORD', 'development-only'],
  ['DATABASE_URL', 'postgres://jobs:development-only@postgres/jobs'],
  ['DATABASE_DIRECT_URL', 'postgres://jobs:development-only@postgres/jobs'],
  ['NATS_URL', 'nats://jobboard:development-only@nats'],
])('%s=%s is refused in production mode (P-213)', (name, value) => {
  const env = { ...valid, [name]: value }
  expect(() => readEnv(baseEnv, env)).not.toThrow()
  expect(() => readEnv(baseEnv, { ...env, NODE_ENV: 'production' })).toThrow(`${name}: `)
})

test('published webhook keys are refused in production mode, the single one only where no list overrides it', () => {
  const zeros = '0'.repeat(64)
  const env = { ...valid, NODE_ENV: 'production', WEBHOOK_SECRET_KEY: zeros }
  expect(() => readEnv(baseEnv, env)).toThrow('WEBHOOK_SECRET_KEY: ')
  const list = `2:${'1'.repeat(64)}`
  expect(() => readEnv(baseEnv, { ...env, WEBHOOK_SECRET_KEYS: list })).not.toThrow()
  expect(() => readEnv(baseEnv, { ...env, WEBHOOK_SECRET_KEYS: `${list},1:${zeros}` })).toThrow(
    'WEBHOOK_SECRET_KEYS: ',
  )
})

test('STREAM_MAX_AGE_DAYS is refused when events would outlive their inbox rows', () => {
  const env = { ...valid, STREAM_MAX_AGE_DAYS: '30' }
  expect(() => readEnv(baseEnv, env)).toThrow(
    'STREAM_MAX_AGE_DAYS: must be less than INBOX_RETENTION_DAYS (30)',
  )
  expect(() => readEnv(baseEnv, { ...env, INBOX_RETENTION_DAYS: '31' })).not.toThrow()
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel-collector:4318'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
])('%s=%s is refused by name; nothing is traced by default', (name, value) => {
  expect(() => readEnv(tracingEnv, { [name]: value })).toThrow(`${name}: `)
  expect(readEnv(tracingEnv, {}).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined()
})
