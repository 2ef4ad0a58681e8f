import { findDocker } from '../docker.ts'
import { findProgram, programVersion } from '../process/find-program.ts'

/** The image of docker-compose.yml. */
export const MEILISEARCH_IMAGE = 'getmeili/meilisearch:v1.50.0'

const OLDEST = [1, 50] as const

export type FoundMeilisearch = { file: string; version: string; source: string; inDocker: boolean }

/** A `meilisearch` of 1.50 or later on the PATH. */
export async function findOnPath(env: NodeJS.ProcessEnv): Promise<FoundMeilisearch | undefined> {
  const file = findProgram('meilisearch', env)
  const version = file && (await programVersion(file))
  if (!version) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return isRecent ? { file, version, source: 'PATH', inDocker: false } : undefined
}

/** A Meilisearch to start: from the PATH, else in a container. Throws one sentence that says what to install. */
export async function findMeilisearch(env: NodeJS.ProcessEnv): Promise<FoundMeilisearch> {
  const onPath = await findOnPath(env)
  if (onPath) return onPath
  let tried = 'there is no docker on the PATH'
  const docker = await findDocker(env).catch((error: Error) => {
    tried = error.message
  })
  if (docker) {
    const version = MEILISEARCH_IMAGE.split(':v')[1] ?? ''
    return { file: docker, version, source: `Docker ${MEILISEARCH_IMAGE}`, inDocker: true }
  }
  throw new Error(
    'No Meilisearch to start: install meilisearch 1.50 or later or Docker, set MEILI_URL and MEILI_MASTER_KEY to a running one, ' +
      `or set SEARCH_ENGINE=postgres (there is no meilisearch 1.50 or later on the PATH; ${tried})`,
  )
}
