import { createSecretKey, randomBytes } from 'node:crypto'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal, unseal } from '../src/secrets/secret.ts'
import { service } from '../src/service.ts'
import { saveResealed } from '../src/subscriptions/store.ts'
import { openWebhookSystem, SECRET_KEY, type WebhookSystem } from './support/webhook-system.ts'

const NEW_KEY = 'fedcba9876543210'.repeat(4)
const KEYS = [
  { id: 2, key: createSecretKey(NEW_KEY, 'hex') },
  { id: 1, key: createSecretKey(SECRET_KEY, 'hex') },
] as const
const stripe = Stripe.webhooks.signature!

let system: WebhookSystem
beforeAll(async () => {
  system = await openWebhookSystem({ WEBHOOK_SECRET_KEYS: `2:${NEW_KEY},1:${SECRET_KEY}` })
})
afterAll(() => system.stop())

const stored = async (id: number) => {
  const [row] = await system.webhook.deps.db.sql<{ secret: Buffer; previousSecret: Buffer | null }>`
    select secret, previous_secret from subscription where id = ${id}`
  return row!
}
const secretMetrics = async (url: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith('webhook_secrets'))
}

test('a replica with a new first key moves every secret to it; deliveries keep their signatures, and the old key can be removed (P-183)', async () => {
  const { sql } = system.webhook.deps.db
  const rotated = await system.subscribe()
  const path = `/admin/v1/webhook-subscriptions/${rotated.id}/rotate-secret`
  const { signingSecret } = (await system.admin.post(path)).body
  const old = await system.subscribe({ url: `${system.receiver.url}/old` })
  const broken = await system.subscribe({ events: ['job.expired'] })
  const sealOld = (id: number, secret: string) => seal([KEYS[1]], id, secret)
  await sql`
    update subscription set secret = ${sealOld(rotated.id, signingSecret)},
      previous_secret = ${sealOld(rotated.id, rotated.signingSecret)} where id = ${rotated.id}`
  await sql`update subscription set secret = ${sealOld(old.id, old.signingSecret)} where id = ${old.id}`
  await sql`update subscription set secret = ${randomBytes(80)} where id = ${broken.id}`
  const deliver = async () => {
    system.receiver.requests.length = 0
    await system.submit()
    await eventually('both are delivered', async () => system.receiver.requests.length === 2)
    for (const { path, body, signature } of system.receiver.requests) {
      const secrets = path === '/old' ? [old.signingSecret] : [rotated.signingSecret, signingSecret]
      for (const secret of secrets) expect(stripe.verifyHeader(body, signature, secret, 300)).toBe(true)
    }
  }
  await deliver()

  const { databaseUrl, natsUrl } = system.webhook
  const second = await boot(service, { databaseUrl, natsUrl, env: system.env })
  await eventually('the readable secrets are moved', async () =>
    (await secretMetrics(second.url)).includes('webhook_secrets{key_id="2"} 3'),
  )
  expect(await secretMetrics(second.url)).toContain('webhook_secrets_unreadable 1')
  await second.stop()
  await deliver()
  const row = await stored(rotated.id)
  expect(unseal([KEYS[0]], rotated.id, row.secret)).toBe(signingSecret)
  expect(unseal([KEYS[0]], rotated.id, row.previousSecret!)).toBe(rotated.signingSecret)
  expect(unseal([KEYS[0]], old.id, (await stored(old.id)).secret)).toBe(old.signingSecret)
})

test('a rotation of the secret during the move is not undone', async () => {
  const { id } = await system.subscribe()
  const { sql } = system.webhook.deps.db
  const read = { id, ...(await stored(id)) }
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/rotate-secret`)
  const rotated = await stored(id)
  await saveResealed(sql, read, { secret: seal(KEYS, id, 'whsec_old'), previousSecret: null })
  expect(await stored(id)).toEqual(rotated)
})
