import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { mapConcurrently } from './concurrency.ts'
import { type Figure, quantile } from './figures.ts'
import { followApplications } from './follow-applications.ts'
import { createApplyData } from './webhook-setup.ts'
import { SCALE } from './webhooks-measure.ts'

const IN_FLIGHT = 16
const JOBS = 10
const APPLIES = Math.ceil((1_000 * SCALE) / JOBS) * JOBS
// Requests per minute and key are limited.
const RECRUITER_KEYS = 50
const VISIBLE_WITHIN_MS = 30_000

/** Applies as fast as 16 clients can, until the recruiter has seen every application in the changes. */
export async function benchApply(
  stack: Stack,
  settings: Settings,
  replicas: number,
  log: Log,
): Promise<Figure[]> {
  log(`Applying ${APPLIES} times, candidate replicas: ${replicas}…`)
  const { jobIds, candidateKeys, recruiterKeys } = await createApplyData(stack, settings, {
    jobs: JOBS,
    candidates: APPLIES / JOBS,
    recruiterKeys: RECRUITER_KEYS,
  })
  const createdMs: number[] = []
  const startedAt = new Map<number, number>()
  const recruiter = followApplications(stack.baseUrl, recruiterKeys)
  const begin = performance.now()
  await mapConcurrently(APPLIES, IN_FLIGHT, async (i) => {
    const started = performance.now()
    const body = { jobId: jobIds[i % JOBS], confirm: true }
    const key = candidateKeys[Math.floor(i / JOBS)]!
    const { application } = await postJson<{ application: { id: number } }>(
      stack.baseUrl,
      key,
      '/api/v1/me/applications',
      body,
    )
    createdMs.push(performance.now() - started)
    startedAt.set(application.id, started)
  })
  const deadline = performance.now() + VISIBLE_WITHIN_MS
  while (recruiter.visibleAt.size < APPLIES && performance.now() < deadline) await sleep(10)
  await recruiter.stop()
  const visibleMs = [...startedAt].map(([id, started]) => recruiter.visibleAt.get(id)! - started)
  const seconds = (performance.now() - begin) / 1_000
  const what = `apply, candidate replicas: ${replicas}`
  return [
    { what: `${what}: created and visible`, value: APPLIES / seconds, unit: '/s' },
    { what: `${what}: 201, p50`, value: quantile(createdMs, 0.5), unit: 'ms' },
    { what: `${what}: 201, p99`, value: quantile(createdMs, 0.99), unit: 'ms' },
    { what: `${what}: visible to the recruiter, p50`, value: quantile(visibleMs, 0.5), unit: 'ms' },
    { what: `${what}: visible to the recruiter, p99`, value: quantile(visibleMs, 0.99), unit: 'ms' },
  ]
}
