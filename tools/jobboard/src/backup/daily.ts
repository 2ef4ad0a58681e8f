import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expired, isDue, listBackups, nameOf, newestTakenAt } from './folder.ts'
import { backupMetrics } from './metrics.ts'

/** Each step throws when it fails. */
export interface DailySteps {
  take(folder: string): Promise<void>
  /** Restores and checks it. */
  verify(folder: string): Promise<void>
  copy(name: string): Promise<void>
}

/** What `backup daily` keeps to. */
export interface DailyOptions {
  folder: string
  /** `HH:MM`, UTC. */
  time: string
  keepDays: number
  log(line: string): void
}

/** Where a drill leaves its metrics, in the folder of the backups. */
export const DRILL_METRICS_FILE = 'drill.prom'

const PAUSE_MS = 60_000
const RETRY_MS = 900_000

/** Takes a backup, verifies and copies it, and deletes expired ones. None is deleted when a step fails. */
export async function runOnce(
  { folder, keepDays, log }: DailyOptions,
  steps: DailySteps,
  now: Date,
): Promise<void> {
  const name = nameOf(now)
  await steps.take(join(folder, name))
  await steps.verify(join(folder, name))
  await steps.copy(name)
  for (const old of expired(listBackups(folder), keepDays, now)) {
    await rm(join(folder, old), { recursive: true })
    log(`deleted ${old}`)
  }
}

/** Runs once a day until `signal` ends it, again after 15 minutes while no backup could be taken, and serves metrics. */
export async function runDaily(
  options: DailyOptions,
  steps: DailySteps,
  port: number,
  signal: AbortSignal,
): Promise<void> {
  let isFailed = false
  const server = await serve(port, () => metricsOf(options.folder, isFailed))
  try {
    while (!signal.aborted) {
      const now = new Date()
      let pauseMs = PAUSE_MS
      if (isDue(options.time, now, newestTakenAt(options.folder))) {
        try {
          await runOnce(options, steps, now)
          isFailed = false
        } catch (error) {
          isFailed = true
          pauseMs = RETRY_MS
          options.log(`backup failed: ${(error as Error).message}`)
        }
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

function metricsOf(folder: string, isFailed: boolean): string {
  return backupMetrics(newestTakenAt(folder), isFailed) + readIfThere(join(folder, DRILL_METRICS_FILE))
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function serve(port: number, metrics: () => string): Promise<Server> {
  const server = createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' })
    response.end(isKnown ? metrics() : '')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(server))
  })
}
