import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@jobboard/stack/infra/free-port'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runJobboard, startJobboard } from './support/run-jobboard.ts'

const SECRET = 'whsec_a-secret-of-this-test'
const DAY_SECONDS = 86_400

let net: Network
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'webhook', 'jobs', 'search'] })
  const { body } = await net.admin.post('/admin/v1/employers', { name: 'Nordlys', hasActiveContract: true })
  employerId = body.id
})
afterAll(() => net.stop())

const running: Pick<ReturnType<typeof startJobboard>, 'child' | 'ended'>[] = []
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

/** The command, listening, with what it has printed so far. */
function startListening(port: number, ...args: string[]) {
  const env = { ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken }
  const { child, ended } = startJobboard(['listen', '--port', String(port), ...args], env)
  const printed = { stdout: '', stderr: '' }
  child.stdout!.on('data', (chunk) => (printed.stdout += chunk))
  child.stderr!.on('data', (chunk) => (printed.stderr += chunk))
  const line = (text: string) =>
    eventually(`"${text}" is printed: ${JSON.stringify(printed)}`, async () =>
      printed.stdout.split('\n').find((one) => one.includes(text)),
    )
  const listening = eventually('it listens', async () => printed.stderr.includes('Listening on'))
  const command = { child, ended, printed, line, listening, url: `http://127.0.0.1:${port}/hooks` }
  running.push(command)
  return command
}

async function listening(...args: string[]) {
  const command = startListening(await freePort(), ...args)
  await command.listening
  return command
}

/** Sends an event as the webhook service does. */
async function send(
  url: string,
  { secret = SECRET, aheadSeconds = 0, deliveryId = randomUUID(), title = 'Baker' } = {},
) {
  const body = JSON.stringify({
    id: 'an-event',
    type: 'application.submitted',
    timestamp: '2030-01-31T12:00:00.000Z',
    data: { applicationId: 7, jobTitle: title },
  })
  const t = Math.floor(Date.now() / 1_000) + aheadSeconds
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const headers = { 'x-webhook-signature': `t=${t},v1=${v1}`, 'x-webhook-delivery-id': deliveryId }
  return (await fetch(url, { method: 'POST', body, headers })).status
}

const subscriptions = async () =>
  (await net.admin.get(`/admin/v1/employers/${employerId}/webhook-subscriptions`)).body as {
    id: number
    url: string
    events: string[]
  }[]

test('0: --subscribe shows the events of an employer, verified, and Ctrl-C deletes the subscription', async () => {
  const { child, ended, line, printed, url } = await listening('--subscribe', String(employerId))
  const [subscription] = await subscriptions()
  expect(subscription!.url).toBe(url)
  expect(subscription!.events).toContain('application.erased')
  const test = await net.admin.post(`/admin/v1/webhook-subscriptions/${subscription!.id}/test`)
  expect(test.status).toBe(202)
  expect(await line('webhook.test')).toMatch(
    new RegExp(
      `^\\d\\d:\\d\\d:\\d\\d webhook\\.test subscriptionId=${subscription!.id} \\(event [\\w-]+, signature ok\\) -> 200$`,
    ),
  )
  const delivery = await eventually('the attempt is stored', async () => {
    const { body } = await net.admin.get(`/admin/v1/webhook-deliveries/${test.body.deliveryId}`)
    return body.status === 'Succeeded' && body
  })
  expect(delivery.lastStatusCode).toBe(200)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  expect(printed.stderr).toContain(`Deleted subscription ${subscription!.id}`)
  expect(await subscriptions()).toEqual([])
  expect(printed.stdout + printed.stderr).not.toMatch(/whsec_|a-token/)
})

test('200 for a signature of the secret; 400 for another secret, no signature, no event', async () => {
  const { url, line } = await listening('--secret', SECRET)
  expect(await send(url)).toBe(200)
  expect(await line('signature ok')).toContain(
    'application.submitted applicationId=7 jobTitle=Baker (event an-event, signature ok) -> 200',
  )
  expect(await send(url, { secret: SECRET.slice('whsec_'.length) })).toBe(400)
  expect(await line('SIGNATURE WRONG')).toContain('-> 400')
  expect((await fetch(url, { method: 'POST', body: '{"id":"a","type":"b","data":{}}' })).status).toBe(400)
  await line('SIGNATURE MISSING')
  expect((await fetch(url)).status).toBe(400)
  await line('not a webhook of the job board -> 400')
})

test('200: a signature of the moved test clock is accepted, and the line says that a receiver must refuse it', async () => {
  const { url, line } = await listening('--secret', SECRET)
  expect(await send(url, { aheadSeconds: DAY_SECONDS })).toBe(200)
  expect(await line('ahead of this machine')).toContain('a receiver must refuse it')
  expect(await send(url, { aheadSeconds: -DAY_SECONDS })).toBe(200)
  await line('behind this machine')
})

test('a line shows the attempt of a delivery, and no character that moves the cursor', async () => {
  const { url, line, printed } = await listening('--secret', SECRET)
  const deliveryId = randomUUID()
  await send(url, { deliveryId, title: 'a\u001b[2Jb\u009bc\u202e' })
  await send(url, { deliveryId })
  await line('attempt 2')
  expect(printed.stdout).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
})

test('--status answers every request with it', async () => {
  const { url, line } = await listening('--secret', SECRET, '--status', '500')
  expect(await send(url)).toBe(500)
  await line('signature ok) -> 500')
})

test('0: SIGTERM ends it', async () => {
  const { child, ended } = await listening('--secret', SECRET)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('1: a port in use, and an employer that does not exist, leave no subscription', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await eventually('the port is taken', async () => server.listening)
  const { port } = server.address() as AddressInfo
  const env = { ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken }
  const busy = await runJobboard(['listen', '--port', String(port), '--subscribe', String(employerId)], env)
  server.close()
  expect(busy).toMatchObject({ code: 1, stdout: '' })
  expect(busy.stderr).toContain(`port ${port} is in use: choose another one with --port`)
  const unknown = await runJobboard(['listen', '--port', String(port), '--subscribe', '999999'], env)
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('there is no employer 999999')
  expect(await subscriptions()).toEqual([])
})
