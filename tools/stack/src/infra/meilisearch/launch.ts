import { join } from 'node:path'
import { containerOf } from '../docker.ts'
import type { ProcessPlan } from '../process/run-process.ts'
import { type FoundMeilisearch, MEILISEARCH_IMAGE } from './find.ts'

export type MeilisearchLaunch = {
  plan: (port: number) => ProcessPlan
  /** Removes the container, if there is one. */
  cleanUp: () => Promise<void>
}

const SMALL = ['--max-indexing-memory', '256MiB', '--max-indexing-threads', '1']

/** How a Meilisearch runs on a folder within `dir`: as a process, or in a container. */
export function meilisearchLaunch(
  { file, inDocker }: FoundMeilisearch,
  { dir, data, key, test }: { dir: string; data: string; key: string; test: boolean },
  env: NodeJS.ProcessEnv,
): MeilisearchLaunch {
  const variables = { ...withoutSettings(env), MEILI_MASTER_KEY: key }
  const logFile = join(dir, 'meilisearch.log')
  const args = (folder: string, address: string) => {
    const where = ['--db-path', join(folder, data), '--http-addr', address]
    return ['--no-analytics', ...where, ...(test ? SMALL : [])]
  }
  if (!inDocker) {
    return {
      plan: (port) => ({ command: file, args: args(dir, `127.0.0.1:${port}`), env: variables, logFile }),
      cleanUp: async () => {},
    }
  }
  const container = containerOf(file, 'meilisearch', dir)
  const command = ['meilisearch', ...args('/jobboard', '0.0.0.0:7700')]
  const spec = { image: MEILISEARCH_IMAGE, command, port: 7_700, passedOn: ['MEILI_MASTER_KEY'] }
  return {
    plan: (port) => container.plan({ ...spec, env: variables, logFile }, port),
    cleanUp: () => container.remove(env),
  }
}

/** MEILI_* variables are settings of the server. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MEILI_')))
}
