import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { peerVariable, type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { root } from '../checkout.ts'

/** A process of the job board, by its service; there may be several of one. */
export interface Target {
  service: UpstreamName
  url: string
}

/** The processes of the services: from ACCOUNTS_URL, JOBS_URL and so on, or those of npm start. */
export function readTargets(): Target[] {
  const named = upstreamNames.flatMap((service) =>
    (process.env[peerVariable(service)] ?? '').split(',').flatMap((url) => (url ? [{ service, url }] : [])),
  )
  return named.length > 0 ? named : fromStackFile()
}

function fromStackFile(): Target[] {
  const file = join(resolve(root, process.env.DATA_DIR || '.jobboard'), 'stack.json')
  try {
    const groups = JSON.parse(readFileSync(file, 'utf8')) as {
      targets: string[]
      labels: { service: string }
    }[]
    return groups.flatMap(({ targets, labels: { service } }) =>
      upstreamNames
        .filter((name) => name === service)
        .flatMap((name) => targets.map((host) => ({ service: name, url: `http://${host}` }))),
    )
  } catch {
    return []
  }
}
