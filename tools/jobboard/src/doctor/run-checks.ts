import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { peerVariable, upstreamNames } from '@jobboard/contracts/services'
import { observe } from '@jobboard/service/every-service/observe'
import type { AdminApi } from '../admin-api.ts'
import type { DatabaseUrls } from '../database/database-urls.ts'
import { parseEnv } from '../env-file.ts'
import { dataDir, ENV_EXAMPLE } from '../files.ts'
import { checkDisk, checkOverrides, checkPortal, checkSecrets, readDisks } from './check-installation.ts'
import {
  checkClocks,
  checkKeys,
  checkReady,
  checkServices,
  namesOfStarting,
  type Observed,
} from './check-processes.ts'
import { type Finding, fail } from './finding.ts'

/** Where a process of a service is. */
type Target = Omit<Observed, 'report'>

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
  /** Folders on the disks of the data. */
  dataFolders: readonly string[]
}

/** The findings of every check, and what could not be checked. */
export interface Diagnosis {
  findings: Finding[]
  notChecked: string[]
  /** Processes that are not ready, while the others began less than 90 s ago or none responds. */
  starting: string[]
}

/** Runs every check. Changes nothing. */
export async function runChecks(sources: Sources): Promise<Diagnosis> {
  const { targets, portalUrl, databases, envFile, dataFolders } = sources
  // Before the others, which would compete with the checks that the gateway makes itself.
  const gateway = await observe(sources.adminUrl)
  const [observed, portal, calls, stored, disks] = await Promise.all([
    Promise.all(targets.map(async (target) => ({ ...target, report: await observe(target.url) }))),
    portalUrl === undefined ? undefined : observe(portalUrl),
    callServices(sources.admin),
    databases && readDatabases(databases),
    readDisks(dataFolders),
  ])
  const findings = [
    ...checkReady(gateway, observed),
    ...calls.findings,
    ...checkServices(observed),
    ...(stored?.findings ?? []),
    ...checkKeys(gateway, stored?.unpublishedKeys, calls.unavailable),
    ...checkPortal(portal, envFile === undefined ? undefined : parseEnv(readFileSync(envFile, 'utf8'))),
    ...checkClocks(gateway, observed),
    ...(envFile === undefined ? [] : readSecrets(envFile)),
    ...disks.flatMap(checkDisk),
    ...(envFile === undefined ? [] : checkOverrides(parseEnv(readFileSync(envFile, 'utf8')), process.env)),
  ]
  const notChecked = [
    ...(targets.length > 0 ? [] : ['streams, outboxes and consumers: set ACCOUNTS_URL, JOBS_URL and so on']),
    ...(portalUrl === undefined ? ['the portal: set PORTAL_URL'] : []),
    ...(databases ? [] : ['ledger and search index: set DATABASE_URL, or PGHOST, PGUSER and PGPASSWORD']),
    ...(envFile === undefined ? ['secrets: there is no .env in this folder; use --settings FILE'] : []),
  ]
  const processes = [
    { name: 'the gateway', report: gateway },
    ...observed.map(({ service, report }) => ({ name: service, report })),
    ...(portal === undefined ? [] : [{ name: 'the portal', report: portal }]),
  ]
  return { findings, notChecked, starting: namesOfStarting(processes, Date.now()) }
}

async function readDatabases(urls: DatabaseUrls) {
  // Loaded when it is needed: other commands start sooner.
  const { checkDatabases } = await import('./check-databases.ts')
  return checkDatabases(urls)
}

/** A call of every service through the gateway. */
async function callServices(admin: AdminApi): Promise<{ findings: Finding[]; unavailable: string[] }> {
  try {
    const { unavailable } = await admin(listDeadLetters, { query: { pageSize: 1 } })
    return { findings: [], unavailable }
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

/** The processes of the services: from ACCOUNTS_URL, JOBS_URL and so on, or those of npm start. */
export function readTargets(): Target[] {
  const named = upstreamNames.flatMap((service) =>
    (process.env[peerVariable(service)] ?? '').split(',').flatMap((url) => (url ? [{ service, url }] : [])),
  )
  return named.length > 0
    ? named
    : upstreamNames.flatMap((service) => urlsInStackFile(service).map((url) => ({ service, url })))
}

/** Where the portal serves its health and metrics: from PORTAL_URL, or that of npm start. */
export function readPortalUrl(): string | undefined {
  const named = upstreamNames.some((service) => process.env[peerVariable(service)])
  return process.env.PORTAL_URL || (named ? undefined : urlsInStackFile('portal')[0])
}

function urlsInStackFile(name: string): string[] {
  const file = join(dataDir(), 'stack.json')
  try {
    const groups = JSON.parse(readFileSync(file, 'utf8')) as {
      targets: string[]
      labels: { service: string }
    }[]
    return groups
      .filter(({ labels }) => labels.service === name)
      .flatMap(({ targets }) => targets.map((host) => `http://${host}`))
  } catch {
    return []
  }
}
