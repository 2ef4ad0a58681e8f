import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { cpuByProcess } from './cpu-by-process.ts'
import { type Figure, markdownTable, quantile } from './figures.ts'
import { followApplications } from './follow-applications.ts'
import { openReceiver } from './webhook-receiver.ts'
import { createApplyData } from './webhook-setup.ts'
import { SCALE } from './webhooks-measure.ts'

// Fewer on a machine that other work keeps busy.
const PER_SECOND = Number(process.env.BENCH_APPLIES_PER_SECOND ?? 50)
const SECONDS = 20 * SCALE
const WARM_UP_SECONDS = 6
const JOBS = 10
const LAST_WEBHOOK_WAIT_MS = 20_000
// Requests per minute and key are limited.
const RECRUITER_KEYS = 50

/** What an apply costs at a steady 50 a second, its signed webhook included: CPU time by process while nobody reads,
 * then how long the recruiter waits for it. */
export async function benchApplyCost(
  stack: Stack,
  settings: Settings,
  log: Log,
): Promise<{ figures: Figure[]; tables: string[] }> {
  const [warmUp, part] = [WARM_UP_SECONDS * PER_SECOND, Math.round(SECONDS * PER_SECOND)]
  const receiver = await openReceiver()
  try {
    log(`Applying ${warmUp + 2 * part} times at ${PER_SECOND}/s…`)
    const { jobIds, candidateKeys, recruiterKeys } = await createApplyData(stack, settings, {
      receiverUrl: receiver.url,
      jobs: JOBS,
      candidates: Math.ceil((warmUp + 2 * part) / JOBS),
      recruiterKeys: RECRUITER_KEYS,
    })
    const startedAt = new Map<number, number>()
    let [sent, refused] = [0, 0]
    const apply = async (i: number) => {
      const started = performance.now()
      const body = { jobId: jobIds[i % JOBS], confirm: true }
      const key = candidateKeys[Math.floor(i / JOBS)]!
      const path = '/api/v1/me/applications'
      const { application } = await postJson<{ application: { id: number } }>(stack.baseUrl, key, path, body)
      startedAt.set(application.id, started)
    }
    const applySteadily = async (count: number) => {
      const running: Promise<void>[] = []
      const begin = performance.now()
      for (let i = 0; i < count; i++) {
        await sleep(Math.max(0, begin + (i * 1_000) / PER_SECOND - performance.now()))
        running.push(apply(sent).catch(() => void refused++))
        sent++
      }
      await Promise.all(running)
      const deadline = performance.now() + LAST_WEBHOOK_WAIT_MS
      while (receiver.arrivedAt.size < sent - refused && performance.now() < deadline) await sleep(100)
    }
    await applySteadily(warmUp)
    const before = cpuByProcess(stack)
    await applySteadily(part)
    const after = cpuByProcess(stack)
    startedAt.clear()
    const recruiter = followApplications(stack.baseUrl, recruiterKeys)
    await applySteadily(part)
    await recruiter.stop()
    const visibleMs = [...startedAt].map(([id, started]) => recruiter.visibleAt.get(id)! - started)
    const costs = [...after].map(([name, ms]): [string, number] => {
      return [name, (ms - (before.get(name) ?? 0)) / part]
    })
    return {
      figures: figures(costs, visibleMs, { missing: sent - refused - receiver.arrivedAt.size, refused }),
      tables: [
        markdownTable(
          ['process', 'CPU ms an apply'],
          costs.toSorted(([, a], [, b]) => b - a),
        ),
      ],
    }
  } finally {
    await receiver.close()
  }
}

function figures(
  costs: [string, number][],
  visibleMs: number[],
  { missing, refused }: { missing: number; refused: number },
): Figure[] {
  const what = `apply at ${PER_SECOND}/s`
  const total = costs.reduce((sum, [, ms]) => sum + ms, 0)
  const [p50, p99] = [quantile(visibleMs, 0.5), quantile(visibleMs, 0.99)]
  return [
    { what: `${what}: CPU of all processes, webhook included`, value: total, unit: 'ms', goal: '<= 12 ms' },
    { what: `${what}: visible to the recruiter, p50`, value: p50, unit: 'ms' },
    { what: `${what}: visible to the recruiter, p99`, value: p99, unit: 'ms', goal: '<= 100 ms' },
    { what: `${what}: refused, such as 503`, value: refused, unit: '', goal: '0' },
    { what: `${what}: webhooks missing`, value: missing, unit: '', goal: '0' },
  ]
}
