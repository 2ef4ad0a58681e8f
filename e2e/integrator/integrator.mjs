// An integration, made with the public URL of an installation and a recruiter key alone, in an empty folder:
//
//     API=https://api.example.com KEY=pk_live_... node integrator.mjs
//
// It installs the SDK from the installation, subscribes a webhook, publishes a job, receives and verifies deliveries,
// syncs applications, and rotates the signing secret and the key. The key needs the scopes JobPosting, Applications and
// Webhooks; RECEIVER is the public URL of this machine, where the installation delivers to such only. VERIFIER is the
// folder of the library standardwebhooks, for a machine without a registry.
import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const { API, KEY, RECEIVER, VERIFIER } = process.env
const WAIT_MS = 60_000

/** Installs the SDK, whose checksum it compares, and the library with which receivers verify. */
async function install() {
  const index = await fetch(`${API}/sdk`, { headers: { accept: 'application/json' } })
  assert.equal(index.status, 200)
  const { file, url, sha256 } = (await index.json()).clients.find(({ client }) => client === 'typescript')
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256)
  writeFileSync(file, bytes)
  writeFileSync('package.json', '{ "private": true }')
  const packages = [`./${file}`, ...(VERIFIER ? [] : ['standardwebhooks@1.1.1'])]
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages])
  console.log(`installed ${file}`)
}

/** A server that keeps what it receives; `next` waits for a delivery of such an event. */
async function startReceiver() {
  const received = []
  const waiting = new Set()
  const server = createServer(async (request, response) => {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    received.push({ body, headers: request.headers, event: JSON.parse(body) })
    response.writeHead(204).end()
    for (const look of waiting) look()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: RECEIVER ?? `http://127.0.0.1:${server.address().port}`,
    /** Deliveries of other events are skipped. */
    next: (isExpected) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no delivery within ${WAIT_MS} ms`)), WAIT_MS)
        const look = () => {
          const index = received.findIndex(({ event }) => isExpected(event))
          if (index < 0) return
          clearTimeout(timer)
          waiting.delete(look)
          const [delivery] = received.splice(0, index + 1).slice(-1)
          resolve(delivery)
        }
        waiting.add(look)
        look()
      }),
    stop: () => server.close().closeAllConnections(),
  }
}

await install()
const { createClient, InvalidRequestError, verifyWebhook } = await import('@jobboard/sdk')
const { Webhook } = createRequire(import.meta.url)(VERIFIER ?? 'standardwebhooks')

/** Each secret verifies, with the official library and with the SDK; another body does not. */
async function verify({ body, headers, event }, ...secrets) {
  for (const secret of secrets) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), event)
    const header = headers['x-webhook-signature']
    assert.deepEqual(await verifyWebhook({ payload: body, header, secret }), event)
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers))
  }
  assert.equal(headers['webhook-id'], event.id)
}

const receiver = await startReceiver()
const client = createClient({ baseUrl: `${API}/api/v1`, apiKey: KEY })
const subscription = await client.webhooks.create({ url: receiver.url })
console.log(`subscribed ${subscription.events}`)
await client.webhooks.test(subscription.id)
await verify(await receiver.next(({ type }) => type === 'webhook.test'), subscription.signingSecret)
console.log('verified webhook.test')

const { JobPosting: credits } = await client.employer.credits()
const draft = {
  ...{ title: 'Integration Baker', description: 'Bread and rolls.', city: 'Lisbon', country: 'PT' },
  ...{ employmentType: 'FullTime', remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}
const typo = await client.jobs.create({ ...draft, employementType: 'FullTime' }).catch((error) => error)
assert.ok(typo instanceof InvalidRequestError, `a misspelt field: ${typo}`)
assert.match(`${typo.message} ${JSON.stringify(typo.details)}`, /employmentType/)
assert.match(typo.helpUrl ?? '', /\/docs\/guides\/errors#invalid_request$/)
const job = await client.jobs.create(draft)
const expiryDate = new Date(Date.now() + 30 * 86_400_000).toISOString()
const published = await client.jobs.publish(job.id, { expiryDate }).withResponse()
assert.deepEqual([published.data.status, published.credits], ['Active', { cost: 1, remaining: credits - 1 }])
console.log(`published job ${job.id} for 1 credit`)

const applications = []
for await (const application of client.applications.iterateAll()) applications.push(application)
assert.ok(applications.length > 0)
assert.equal(new Set(applications.map(({ id }) => id)).size, applications.length)
console.log(`synced ${applications.length} applications`)

// A move is delivered, is in the feed with the same id, and its row is among those that changed since.
const [before] = applications
const status = before.status === 'Screened' ? 'Shortlisted' : 'Screened'
const moved = await client.applications.changeStatus(before.id, { status })
const delivery = await receiver.next(({ data }) => data.applicationId === before.id)
await verify(delivery, subscription.signingSecret)
assert.equal(delivery.event.data.newStatus, status)
for await (const { id } of client.events.follow({ signal: AbortSignal.timeout(WAIT_MS) })) {
  if (id === delivery.event.id) break
}
const { items } = await client.applications.listAll({ updatedSince: moved.changedAt })
assert.equal(items.find(({ id }) => id === before.id)?.status, status)
console.log(`received and verified ${delivery.event.type} of application ${before.id}`)

const renewed = await client.webhooks.rotateSecret(subscription.id, { overlapSeconds: 600 })
await client.webhooks.test(subscription.id)
const test = await receiver.next(({ type }) => type === 'webhook.test')
await verify(test, subscription.signingSecret, renewed.signingSecret)
console.log('rotated the secret: a delivery has a signature of both')
assert.equal((await client.webhooks.deliveries.list(subscription.id)).total, 3)
await client.webhooks.delete(subscription.id)

const { apiKey } = await client.rotateKey({ overlapSeconds: 600 })
assert.equal((await client.key()).kind, 'recruiter')
const next = createClient({ baseUrl: API, apiKey })
assert.equal((await next.jobs.get(job.id)).status, 'Active')
await next.jobs.close(job.id)
console.log(`rotated the key; calls of 30 days: ${(await next.keyUsage()).days.length} rows`)
receiver.stop()
