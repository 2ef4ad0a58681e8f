import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './infra/log.ts'
import { logTail } from './infra/process/run-process.ts'
import type { ServicePlan } from './service-plans.ts'

interface Health {
  status: string
  parts: { name: string; ok: boolean }[]
}

const READY_MS = 90_000
const REPORT_MS = 10_000
const POLL_MS = 50
/** Parts of search that take minutes with 100 000 candidates; until then CV search is 503 and everything else works. */
const BUILDING = new Set(['search-index', 'search-documents'])

/** Waits until the gateway, every service and the portal are ready, up to 90 s, and then for no index of search. Throws what
 * is missing, with the last line of every log. */
export async function waitUntilReady(
  baseUrl: string,
  plans: Pick<ServicePlan, 'name' | 'url' | 'plan'>[],
  log: Log,
  signal?: AbortSignal,
  limits = { readyMs: READY_MS, reportMs: REPORT_MS },
): Promise<void> {
  const portal = plans.find(({ name }) => name === 'portal')
  const startedMs = performance.now()
  let reportAtMs = startedMs + limits.reportMs
  let missing = 'the gateway'
  while (performance.now() - startedMs < limits.readyMs) {
    signal?.throwIfAborted()
    const [health, ofPortal] = await Promise.all([readHealth(baseUrl), portal && readHealth(portal.url)])
    // Degraded is 200 too, and a service is missing then.
    const behind = health?.status === 'ready' ? [] : health ? missingOf(health) : ['the gateway']
    const names = portal && ofPortal?.status !== 'ready' ? [...behind, 'portal'] : behind
    if (names.length === 0) return
    missing = names.join(', ')
    if (performance.now() > reportAtMs) {
      log(`Waiting for ${missing}…`)
      reportAtMs += limits.reportMs
    }
    await sleep(POLL_MS)
  }
  const search = plans.find(({ name }) => name === 'search')
  const parts = missing === 'search' && search ? await readHealth(search.url) : undefined
  if (parts && missingOf(parts).every((name) => BUILDING.has(name))) {
    log('CV search is 503 until its index is built; everything else is ready.')
    return
  }
  const tails = plans.map(({ name, plan }) => `${name}: ${logTail(plan.logFile, 1)}`).join('\n')
  throw new Error(`Not ready after ${limits.readyMs / 1_000} s: ${missing}. The ends of the logs:\n${tails}`)
}

async function readHealth(baseUrl: string): Promise<Health | undefined> {
  const response = await fetch(`${baseUrl}/healthz/ready`).catch(() => undefined)
  const health = (await response?.json()) as Partial<Health> | undefined
  // A balancer without a ready gateway responds in the envelope of an error.
  return health?.parts && (health as Health)
}

function missingOf({ parts }: Health): string[] {
  return parts.filter(({ ok }) => !ok).map(({ name }) => name)
}
