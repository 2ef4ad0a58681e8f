import { readFileSync, statSync } from 'node:fs'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { observe } from '@jobboard/service/every-service/observe'
import type { AdminApi } from '../admin-api.ts'
import { ENV_EXAMPLE } from '../checkout.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { parseEnv } from '../init/env-file.ts'
import { checkClocks } from './check-clocks.ts'
import { checkDisk, readDisk } from './check-disk.ts'
import { checkKeys } from './check-keys.ts'
import { checkPortal } from './check-portal.ts'
import { checkSearch } from './check-search.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkConsumers, checkOutboxes, checkReady, checkStreams } from './check-services.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { type Finding, fail } from './finding.ts'
import type { Target } from './targets.ts'

/** Where `runChecks` looks. */
export interface Sources {
  admin: AdminApi
  adminUrl: string
  targets: readonly Target[]
  /** Where the portal serves its health; undefined when it is not known. */
  portalUrl: string | undefined
  databases: DatabaseUrls | undefined
  /** An environment file; undefined when there is none. */
  envFile: string | undefined
  /** A folder on the disk of the data. */
  dataFolder: string
}

/** The findings of every check, and what could not be checked. */
export interface Diagnosis {
  findings: Finding[]
  notChecked: string[]
}

/** Runs every check. Changes nothing. */
export async function runChecks(sources: Sources): Promise<Diagnosis> {
  const { targets, portalUrl, databases, envFile, dataFolder } = sources
  // Before the others, which would compete with the checks that the gateway makes itself.
  const gateway = await observe(sources.adminUrl)
  const [observed, portal, calls, stored, disk] = await Promise.all([
    Promise.all(targets.map(async (target) => ({ ...target, report: await observe(target.url) }))),
    portalUrl === undefined ? undefined : observe(portalUrl),
    callServices(sources.admin),
    databases && readDatabases(databases),
    readDisk(dataFolder),
  ])
  const isRunning = observed.some(({ report }) => report.error === undefined)
  const findings = [
    ...checkReady(gateway, observed),
    ...calls.findings,
    ...(isRunning ? checkStreams(observed) : []),
    ...(isRunning ? checkOutboxes(observed) : []),
    ...(isRunning ? checkConsumers(observed) : []),
    ...checkSearch(observed),
    ...(stored?.findings ?? []),
    ...checkKeys(gateway, stored?.unpublishedKeys, calls.unavailable),
    ...(isRunning ? checkWebhooks(observed) : []),
    ...checkPortal(portal, envFile === undefined ? undefined : parseEnv(readFileSync(envFile, 'utf8'))),
    ...checkClocks(gateway, observed),
    ...(envFile === undefined ? [] : readSecrets(envFile)),
    ...checkDisk(dataFolder, disk),
  ]
  const notChecked = [
    ...(targets.length > 0 ? [] : ['streams, outboxes and consumers: set ACCOUNTS_URL, JOBS_URL and so on']),
    ...(portalUrl === undefined ? ['the portal: set PORTAL_URL'] : []),
    ...(databases ? [] : ['ledger and search index: set DATABASE_URL, or PGHOST, PGUSER and PGPASSWORD']),
    ...(envFile === undefined ? ['secrets: there is no .env in this folder; use --settings FILE'] : []),
  ]
  return { findings, notChecked }
}

async function readDatabases(urls: DatabaseUrls) {
  // Loaded when it is needed: other commands start sooner.
  const { checkDatabases } = await import('./check-databases.ts')
  return checkDatabases(urls)
}

/** A call of every service through the gateway. */
async function callServices(admin: AdminApi): Promise<{ findings: Finding[]; unavailable: string[] }> {
  try {
    const { unavailable } = await admin('GET', `${listDeadLetters.path}?pageSize=1`)
    return { findings: [], unavailable: unavailable as string[] }
  } catch (error) {
    const [what] = (error as Error).message.split('\n')
    const advice = what!.includes('responds with 503')
      ? 'Start what is stopped, and give the gateway and every service the same CALLER_SECRET.'
      : 'Check ADMIN_URL and ADMIN_TOKEN.'
    return { findings: [fail('admin api', what!, advice, 'gateway-slow-or-503.md')], unavailable: [] }
  }
}

function readSecrets(file: string): Finding[] {
  return checkSecrets(readFileSync(file, 'utf8'), readFileSync(ENV_EXAMPLE, 'utf8'), statSync(file).mode)
}
