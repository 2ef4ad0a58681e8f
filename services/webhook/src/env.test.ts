import { readEnv } from '@jobboard/service/lifecycle/env'
import { expect, test } from 'vitest'
import { webhookEnv } from './env.ts'

const [one, two] = ['1'.repeat(64), '2'.repeat(64)]
const base = {
  PORT: '0',
  DATABASE_URL: 'postgres://x',
  NATS_URL: 'nats://x',
  CALLER_SECRET: 'of-my-own-0123456789-0123456789-abcdef',
}
const keyIds = (variables: Record<string, string>) =>
  readEnv(webhookEnv, { ...base, ...variables }).WEBHOOK_SECRET_KEYS.map(({ id }) => id)

test('WEBHOOK_SECRET_KEY is key 1; WEBHOOK_SECRET_KEYS overrides it; an empty list is not set', () => {
  expect(keyIds({ WEBHOOK_SECRET_KEY: one })).toEqual([1])
  expect(keyIds({ WEBHOOK_SECRET_KEY: one, WEBHOOK_SECRET_KEYS: '' })).toEqual([1])
  expect(keyIds({ WEBHOOK_SECRET_KEY: one, WEBHOOK_SECRET_KEYS: `255:${two},1:${one}` })).toEqual([255, 1])
})

test('SMTP_URL and MAIL_FROM are optional, and empty is not set', () => {
  const read = (variables: Record<string, string>) =>
    readEnv(webhookEnv, { ...base, WEBHOOK_SECRET_KEY: one, ...variables })
  const { SMTP_URL, MAIL_FROM } = read({ SMTP_URL: '', MAIL_FROM: '' })
  expect([SMTP_URL, MAIL_FROM]).toEqual([undefined, undefined])
  const mail = { SMTP_URL: 'smtps://a:b@mail.example.com', MAIL_FROM: 'Job board <a@example.com>' }
  expect(read(mail)).toMatchObject(mail)
})

test.each([
  [{}, 'WEBHOOK_SECRET_KEY: is not set'],
  [{ WEBHOOK_SECRET_KEY: 'x' }, 'WEBHOOK_SECRET_KEY: must be 64 hexadecimal'],
  [{ WEBHOOK_SECRET_KEYS: one }, 'WEBHOOK_SECRET_KEYS: must be id:key pairs'],
  [{ WEBHOOK_SECRET_KEYS: `0:${one}` }, 'WEBHOOK_SECRET_KEYS: must be id:key pairs'],
  [{ WEBHOOK_SECRET_KEYS: `256:${one}` }, 'WEBHOOK_SECRET_KEYS: must be id:key pairs'],
  [{ WEBHOOK_SECRET_KEYS: `1:${one},` }, 'WEBHOOK_SECRET_KEYS: must be id:key pairs'],
  [{ WEBHOOK_SECRET_KEYS: `1:${one},1:${two}` }, 'WEBHOOK_SECRET_KEYS: must be id:key pairs'],
  [{ WEBHOOK_SECRET_KEY: one, SMTP_URL: 'smtp://mail' }, 'MAIL_FROM: is not set, but SMTP_URL is'],
  [{ WEBHOOK_SECRET_KEY: one, SMTP_URL: 'mail' }, 'SMTP_URL: must begin with smtp://'],
  [{ WEBHOOK_SECRET_KEY: one, MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be an address'],
])('refused, without the key in the message: %j', (variables, message) => {
  expect(() => keyIds(variables as Record<string, string>)).toThrow(message)
  expect(() => keyIds(variables as Record<string, string>)).not.toThrow(one)
})
