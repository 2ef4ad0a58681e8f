import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import type { Report } from '@jobboard/service/every-service/observe'
import { root } from '../checkout.ts'

/** A process of the job board, by its service; there may be several of one. */
export interface Target {
  service: UpstreamName
  url: string
}

/** A process of a service and what it reports. */
export type Observed = Target & { report: Report }

/** The processes of the services: from ACCOUNTS_URL, JOBS_URL and so on, or those of npm start. */
export function readTargets(): Target[] {
  const named = upstreamNames.flatMap((service) =>
    (process.env[peerVariable(service)] ?? '').split(',').flatMap((url) => (url ? [{ service, url }] : [])),
  )
  return named.length > 0 ? named : fromStackFile()
}

/** Where the portal serves its health and metrics: from PORTAL_URL, or that of npm start. */
export function readPortalUrl(): string | undefined {
  const named = upstreamNames.some((service) => process.env[peerVariable(service)])
  return process.env.PORTAL_URL || (named ? undefined : urlsInStackFile('portal')[0])
}

function fromStackFile(): Target[] {
  return upstreamNames.flatMap((service) => urlsInStackFile(service).map((url) => ({ service, url })))
}

function urlsInStackFile(name: string): string[] {
  const file = join(resolve(root, process.env.DATA_DIR || '.jobboard'), 'stack.json')
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
