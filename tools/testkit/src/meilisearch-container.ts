import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { eventually } from './eventually.ts'

const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8')
const IMAGE = /image: (getmeili\/meilisearch:\S+)/.exec(compose)![1]!
/** Set for the test files when Docker has the image. */
const IS_READY = 'TEST_MEILISEARCH_IN_DOCKER'
const KEY = 'a-master-key-for-tests'
const DOCKER_MS = 30_000
const PULL_MS = 180_000

const run = promisify(execFile)
const docker = async (args: string[], timeout = DOCKER_MS) =>
  (await run('docker', args, { timeout, killSignal: 'SIGKILL' })).stdout.trim()

/** Makes Docker download the image of Meilisearch, once per machine, so that tests can start it. Does nothing where there
 * is no Docker; prints a line when the image cannot be downloaded. */
export async function pullMeilisearch(log: (line: string) => void): Promise<void> {
  if (!(await succeeds(docker(['info', '--format', '{{.ServerVersion}}'])))) return
  if (!(await succeeds(docker(['image', 'inspect', IMAGE])))) {
    log(`Downloading ${IMAGE} for the tests…`)
    if (!(await succeeds(docker(['pull', '--quiet', IMAGE], PULL_MS))))
      return log(`${IMAGE} cannot be downloaded.`)
  }
  process.env[IS_READY] = '1'
}

/** Whether `startMeilisearchContainer` can start one. */
export function hasMeilisearchImage(): boolean {
  return process.env[IS_READY] === '1'
}

/** Starts an empty Meilisearch in a container that listens on 127.0.0.1; `stop` removes it. */
export async function startMeilisearchContainer() {
  const settings = { MEILI_MASTER_KEY: KEY, MEILI_NO_ANALYTICS: 'true' }
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const id = await docker(['run', '--detach', '--rm', '--publish', '127.0.0.1::7700', ...env, IMAGE])
  const stop = async () => void (await docker(['rm', '--force', '--volumes', id]))
  try {
    const url = `http://${await docker(['port', id, '7700/tcp'])}`
    const headers = { authorization: `Bearer ${KEY}` }
    const { pkgVersion } = await eventually(`Meilisearch at ${url}`, async () => {
      const response = await fetch(`${url}/version`, { headers }).catch(() => undefined)
      return response?.ok && ((await response.json()) as { pkgVersion: string })
    })
    return { url, key: KEY, version: `${pkgVersion} (Docker)`, pid: undefined, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function succeeds(command: Promise<unknown>): Promise<boolean> {
  return command.then(
    () => true,
    () => false,
  )
}
