import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { type Figure, quantile } from './figures.ts'
import { openReceiver } from './webhook-receiver.ts'
import { createApplyData } from './webhook-setup.ts'

const PER_SECOND = 50
const SECONDS = 20
const JOBS = 10
const WARM_UP = 50
const LAST_WEBHOOK_WAIT_MS = 10_000

/** From the start of an apply to the arrival of its signed webhook, at a steady 50 applies a second. */
export async function benchWebhookLatency(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const total = PER_SECOND * SECONDS + WARM_UP
  const receiver = await openReceiver()
  try {
    log(`Applying ${total} times…`)
    const { jobIds, candidateKeys } = await createApplyData(stack, settings, {
      receiverUrl: receiver.url,
      jobs: JOBS,
      candidates: Math.ceil(total / JOBS),
    })
    const startedAt = new Map<number, number>()
    const responseMs: number[] = []
    const apply = async (i: number) => {
      const started = performance.now()
      const body = { jobId: jobIds[i % JOBS], confirm: true }
      const key = candidateKeys[Math.floor(i / JOBS)]!
      const path = '/api/v1/me/applications'
      const { application } = await postJson<{ application: { id: number } }>(stack.baseUrl, key, path, body)
      if (i < WARM_UP) return
      responseMs.push(performance.now() - started)
      startedAt.set(application.id, started)
    }
    const running: Promise<void>[] = []
    const failures: Error[] = []
    const begin = performance.now()
    for (let i = 0; i < total; i++) {
      await sleep(Math.max(0, begin + (i * 1_000) / PER_SECOND - performance.now()))
      running.push(apply(i).catch((error: Error) => void failures.push(error)))
    }
    await Promise.all(running)
    if (failures[0]) throw failures[0]
    const isMissing = (id: number) => !receiver.arrivedAt.has(id)
    const deadline = performance.now() + LAST_WEBHOOK_WAIT_MS
    while (performance.now() < deadline && [...startedAt.keys()].some(isMissing)) await sleep(100)
    const arrived = [...startedAt].filter(([id]) => !isMissing(id))
    const latencies = arrived.map(([id, started]) => receiver.arrivedAt.get(id)! - started)
    return figures(responseMs, latencies, startedAt.size)
  } finally {
    await receiver.close()
  }
}

function figures(responseMs: number[], latencies: number[], sent: number): Figure[] {
  const rate = `at ${PER_SECOND}/s`
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  return [
    { what: `apply to its response, ${rate}: p50`, value: quantile(responseMs, 0.5), unit: 'ms' },
    { what: 'apply to its response: p99', value: quantile(responseMs, 0.99), unit: 'ms' },
    { what: `apply to signed webhook, ${rate}: p50`, value: p50, unit: 'ms', goal: '<= 60 ms' },
    { what: 'apply to signed webhook: p99', value: p99, unit: 'ms' },
    { what: 'webhooks missing', value: sent - latencies.length, unit: `of ${sent}`, goal: '0' },
  ]
}
