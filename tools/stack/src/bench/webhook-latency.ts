import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { type Figure, quantile } from './figures.ts'
import { inLanes, post } from './post.ts'

const PER_SECOND = 50
const SECONDS = 20
const JOBS = 10
const WARM_UP = 50

/** From the start of an apply to the signed webhook in the receiver's hands, at a steady 50 applies a second. */
export async function benchWebhookLatency(
  stack: Stack,
  settings: Settings,
  say: (line: string) => void,
): Promise<Figure[]> {
  const total = PER_SECOND * SECONDS + WARM_UP
  const receiver = await openReceiver()
  try {
    say(`Applying ${total} times…`)
    const { candidateKeys, jobIds } = await prepare(stack, settings, receiver.url, Math.ceil(total / JOBS))
    const startedAt = new Map<number, number>()
    const answerMs: number[] = []
    const running: Promise<void>[] = []
    const begin = performance.now()
    for (let i = 0; i < total; i++) {
      await sleep(Math.max(0, begin + (i * 1_000) / PER_SECOND - performance.now()))
      running.push(
        (async () => {
          const started = performance.now()
          const body = { jobId: jobIds[i % JOBS], confirm: true }
          const key = candidateKeys[Math.floor(i / JOBS)]!
          const { application } = await post<{ application: { id: number } }>(
            stack.baseUrl,
            key,
            '/api/v1/me/applications',
            body,
          )
          if (i < WARM_UP) return
          answerMs.push(performance.now() - started)
          startedAt.set(application.id, started)
        })(),
      )
    }
    await Promise.all(running)
    for (let left = 100; left > 0 && [...startedAt.keys()].some((id) => !receiver.arrivedAt.has(id)); left--)
      await sleep(100)
    const arrived = [...startedAt].filter(([id]) => receiver.arrivedAt.has(id))
    const latencies = arrived.map(([id, started]) => receiver.arrivedAt.get(id)! - started)
    return [
      { what: `applies answered, at ${PER_SECOND}/s: p50`, value: quantile(answerMs, 0.5), unit: 'ms' },
      { what: 'applies answered: p99', value: quantile(answerMs, 0.99), unit: 'ms' },
      {
        what: `apply to signed webhook, at ${PER_SECOND}/s: p50`,
        value: quantile(latencies, 0.5),
        unit: 'ms',
        goal: '<= 60 ms',
      },
      { what: 'apply to signed webhook: p99', value: quantile(latencies, 0.99), unit: 'ms' },
      {
        what: 'webhooks missing',
        value: startedAt.size - arrived.length,
        unit: `of ${startedAt.size}`,
        goal: '0',
      },
    ]
  } finally {
    await receiver.close()
  }
}

async function prepare(stack: Stack, settings: Settings, url: string, candidates: number) {
  const admin = <T>(path: string, body: unknown) => post<T>(stack.adminUrl, settings.adminToken, path, body)
  const employer = await admin<{ id: number }>('/admin/v1/employers', {
    name: 'Bench',
    isTrustedPartner: true,
  })
  await admin(`/admin/v1/employers/${employer.id}/credits`, { kind: 'JobPosting', amount: JOBS })
  await admin(`/admin/v1/employers/${employer.id}/webhook-subscriptions`, {
    url,
    events: ['application.submitted'],
  })
  const { apiKey } = await admin<{ apiKey: string }>(`/admin/v1/employers/${employer.id}/api-keys`, {
    name: 'bench',
    scopes: ['JobPosting'],
  })
  const jobIds = await inLanes(JOBS, 1, async (i) => {
    const job = {
      title: `Bench ${i}`,
      description: 'x',
      city: 'Oslo',
      country: 'NO',
      employmentType: 'FullTime',
    }
    const rest = { remoteType: 'OnSite', applyMethod: 'PlatformApply' }
    const { id } = await post<{ id: number }>(stack.baseUrl, apiKey, '/api/v1/jobs', { ...job, ...rest })
    const expiryDate = new Date(Date.now() + 86_400_000)
    await post(stack.baseUrl, apiKey, `/api/v1/jobs/${id}/publish`, { expiryDate })
    return id
  })
  const candidateKeys = await inLanes(candidates, 4, async (i) => {
    const person = { firstName: 'Bench', lastName: `No${i}`, email: `bench-${i}@example.com` }
    const { id } = await admin<{ id: number }>('/admin/v1/candidates', person)
    const scopes = ['Applications', 'Apply']
    return (await admin<{ apiKey: string }>(`/admin/v1/candidates/${id}/api-keys`, { name: 'bench', scopes }))
      .apiKey
  })
  return { jobIds, candidateKeys }
}

async function openReceiver() {
  const arrivedAt = new Map<number, number>()
  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request) raw += chunk
    arrivedAt.set(JSON.parse(raw).data.applicationId, performance.now())
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivedAt,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
