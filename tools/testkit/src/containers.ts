import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { natsUser, writeNatsConfig } from '@jobboard/stack/infra/nats/launch'
import { databaseUrl, postgresVersion } from '@jobboard/stack/infra/postgres/ensure-database'
import type { ContainerRuntimeClient, ImageName } from 'testcontainers'
import { eventually } from './eventually.ts'

/** The servers that tests start in containers where this machine has nothing but Docker. */
export type ContainerServer = 'meilisearch' | 'nats' | 'postgres'

const REPOSITORIES = { meilisearch: 'getmeili/meilisearch', nats: 'nats', postgres: 'postgres' }
const compose = readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8')
const PULL_MS = 180_000

/** The image of docker-compose.yml. */
function imageOf(server: ContainerServer): string {
  return new RegExp(`image: (${REPOSITORIES[server]}:\\S+)`).exec(compose)![1]!
}

/** Set for the test files. */
const readyVariable = (server: ContainerServer) => `TEST_${server.toUpperCase()}_IN_DOCKER`

/** Makes Docker download the image of a server, once per machine and not within the time limit of a test. Returns false
 * where no Docker runs; prints a line and returns false when the image cannot be downloaded. */
export async function prepareContainer(
  server: ContainerServer,
  log: (line: string) => void,
): Promise<boolean> {
  const { getContainerRuntimeClient, getReaper, ImageName } = await loadTestcontainers()
  const client = await getContainerRuntimeClient().catch(() => undefined)
  if (!client) return false
  const image = imageOf(server)
  try {
    await Promise.race([download(client, ImageName.fromString(image), log), tooLong()])
    // Removes the containers of a run that was killed; has an image of its own.
    await Promise.race([getReaper(client), tooLong()])
  } catch (error) {
    log(`${image} cannot be used: ${(error as Error).message}`)
    return false
  }
  process.env[readyVariable(server)] = '1'
  return true
}

async function download(
  { image }: ContainerRuntimeClient,
  name: ImageName,
  log: (line: string) => void,
): Promise<void> {
  if (await image.exists(name)) return
  log(`Downloading ${name.string} for the tests…`)
  await image.pull(name)
}

async function tooLong(): Promise<never> {
  await sleep(PULL_MS, undefined, { ref: false })
  throw new Error(`not within ${PULL_MS / 1_000} s`)
}

/** Whether the server of this kind runs in containers in this run of the tests. */
export function usesContainer(server: ContainerServer): boolean {
  return process.env[readyVariable(server)] === '1'
}

/** Starts an empty Meilisearch; `stop` removes it, as those of the next two. */
export async function startMeilisearchContainer() {
  const { GenericContainer } = await loadTestcontainers()
  const key = randomBytes(24).toString('hex')
  const container = await new GenericContainer(imageOf('meilisearch'))
    .withEnvironment({ MEILI_MASTER_KEY: key, MEILI_NO_ANALYTICS: 'true' })
    .withExposedPorts(7_700)
    .start()
  const url = `http://${container.getHost()}:${container.getMappedPort(7_700)}`
  const headers = { authorization: `Bearer ${key}` }
  const { pkgVersion } = await eventually(`Meilisearch at ${url}`, async () => {
    const response = await fetch(`${url}/version`, { headers }).catch(() => undefined)
    return response?.ok && ((await response.json()) as { pkgVersion: string })
  })
  const stop = async () => void (await container.stop())
  return { url, key, version: `${pkgVersion} (Docker)`, pid: undefined, stop }
}

/** Starts a NATS server with an empty store and this password. `dir` is an empty folder for its configuration. */
export async function startNatsContainer(dir: string, password = randomBytes(24).toString('hex')) {
  const { GenericContainer } = await loadTestcontainers()
  const [source, target] = [join(dir, 'nats.conf'), '/jobboard.conf']
  const listen = { serverName: 'jobboard-test', listen: '0.0.0.0:4222', storeDir: '/tmp/jetstream' }
  writeNatsConfig(source, { ...listen, password })
  const container = await new GenericContainer(imageOf('nats'))
    .withCopyFilesToContainer([{ source, target, mode: 0o444 }])
    .withCommand(['nats-server', '-c', target])
    .withExposedPorts(4_222)
    .start()
  const address = `${container.getHost()}:${container.getMappedPort(4_222)}`
  return {
    url: `nats://${natsUser}:${encodeURIComponent(password)}@${address}`,
    pid: undefined,
    stop: async () => void (await container.stop()),
  }
}

const POSTGRES_SETTINGS = ['max_connections=200', 'timezone=UTC', 'fsync=off', 'synchronous_commit=off']

/** Starts a Postgres without any database of ours. */
export async function startPostgresContainer() {
  const { GenericContainer } = await loadTestcontainers()
  const password = randomBytes(24).toString('hex')
  const container = await new GenericContainer(imageOf('postgres'))
    .withEnvironment({ POSTGRES_PASSWORD: password })
    .withCommand(['postgres', ...POSTGRES_SETTINGS.flatMap((setting) => ['-c', setting])])
    .withExposedPorts(5_432)
    .start()
  const url = `postgres://postgres:${password}@${container.getHost()}:${container.getMappedPort(5_432)}/postgres`
  await eventually('Postgres in a container', () => postgresVersion(url).catch(() => undefined))
  return {
    url: (database: string) => databaseUrl(url, database),
    stop: async () => void (await container.stop()),
  }
}

// Not at the start of every test file: it takes hundreds of modules.
const loadTestcontainers = () => import('testcontainers')
