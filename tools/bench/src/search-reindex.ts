import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import type { Figure } from './figures.ts'
import { PROFILES } from './search-fill.ts'

const POLL_MS = 1_000
const LONGEST_MS = 2 * 3_600_000

interface Progress {
  done: number
  total: number
  startedAt: string
  finishedAt: string | null
}

/** Builds the index of the outside search engine from the filled database by the operators' reindex. Returns its rate and
 * its size. */
export async function reindexSearch(
  stack: Stack,
  { adminToken }: Settings,
  env: Record<string, string | undefined>,
  log: Log,
): Promise<Figure[]> {
  const path = '/admin/v1/search/reindex'
  const deadline = performance.now() + LONGEST_MS
  for (;;) {
    const { reindexId } = await postJson<{ reindexId: number }>(stack.adminUrl, adminToken, path, {})
    let progress: Progress
    do {
      if (performance.now() > deadline) throw new Error('The reindex did not finish within two hours.')
      await sleep(POLL_MS)
      progress = await getJson(`${stack.adminUrl}${path}/${reindexId}`, adminToken)
      log(`${progress.done} of ${progress.total} profiles indexed…`)
    } while (!progress.finishedAt)
    // The first reindex may have begun before the database was filled.
    if (progress.total < PROFILES) continue
    const seconds = (Date.parse(progress.finishedAt) - Date.parse(progress.startedAt)) / 1_000
    const stats = await getJson<{ databaseSize: number }>(`${env.MEILI_URL}/stats`, env.MEILI_MASTER_KEY!)
    return [
      { what: 'meilisearch: profiles indexed', value: PROFILES / seconds, unit: '/s' },
      {
        what: 'meilisearch: database, a profile',
        value: stats.databaseSize / PROFILES / 1_000,
        unit: 'KB',
        goal: '<= 60 KB',
      },
    ]
  }
}

async function getJson<T>(url: string, token: string): Promise<T> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}
