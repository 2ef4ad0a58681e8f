import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Demo, writeDemo } from '@jobboard/jobboard/demo/demo-file'
import { seed } from '@jobboard/jobboard/demo/seed'
import { freePort } from '@jobboard/stack/infra/free-port'
import { readSettings } from '@jobboard/stack/settings'
import { type Stack, startStack } from '@jobboard/stack/stack'
import { type Client, client } from '@jobboard/testkit/client'

/** The processes of `npm start` on servers, ports and a data folder of their own. */
export interface TestStack {
  stack: Stack
  dataDir: string
  admin: Client
  api(key: string): Client
  /** Stops the processes and deletes the folder. */
  stop(): Promise<void>
}

/** The whole system as separate processes, however they were started. */
export interface RunningSystem extends Pick<TestStack, 'admin' | 'api' | 'stop'> {
  baseUrl: string
  services: { name: string; pid(): number }[]
  servers: { postgres(): number | undefined; nats(): number | undefined }
  /** An address of this machine that the services can reach. */
  receiverHost: string
  /** The logs of all services. */
  logs(): Promise<string[]>
}

const toConsole = (line: string) => console.error(line)

export async function startTestStack(
  variables: Record<string, string>,
  log: (line: string) => void = toConsole,
): Promise<TestStack> {
  const dataDir = await mkdtemp(`${tmpdir()}/jobboard-e2e-`)
  const env = {
    ...process.env,
    ...{ DATABASE_URL: undefined, NATS_URL: undefined, PORTAL_PORT: undefined, DATA_DIR: dataDir },
    ...{ PORT: String(await freePort()), ADMIN_PORT: String(await freePort()), NODE_ENV: 'test' },
    WARM_UP_REQUESTS: '0',
    ...variables,
  }
  const settings = readSettings(env)
  const stack = await startStack(settings, env, log)
  return {
    stack,
    dataDir,
    admin: client(stack.adminUrl, { authorization: `Bearer ${settings.adminToken}` }),
    api: (key) => client(stack.baseUrl, { authorization: `Bearer ${key}` }),
    async stop() {
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function seedDemo({ stack, dataDir }: TestStack): Promise<Demo> {
  const { adminToken } = readSettings({ ...process.env, DATA_DIR: dataDir })
  const { baseUrl, adminUrl } = stack
  const demo = await seed({ baseUrl, adminUrl, adminToken }, undefined, toConsole)
  writeDemo(dataDir, demo)
  return demo
}

/** Starts the processes of `npm start` with these variables; with COMPOSE_PROJECT the stack of docker-compose.yml that
 * runs under that name. */
export async function openRunningSystem(variables: Record<string, string>): Promise<RunningSystem> {
  const { COMPOSE_PROJECT } = process.env
  if (COMPOSE_PROJECT) return composedStack(COMPOSE_PROJECT)
  const { stack, dataDir, ...clients } = await startTestStack(variables)
  const folder = `${dataDir}/logs`
  const { baseUrl, services, servers } = stack
  return {
    ...{ ...clients, baseUrl, services, servers, receiverHost: '127.0.0.1' },
    logs: async () =>
      Promise.all((await readdir(folder)).map((file) => readFile(`${folder}/${file}`, 'utf8'))),
  }
}

const SERVICES = ['gateway', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']
const DEVELOPMENT_TOKEN = 'development-admin-token-change-me'

/** The stack of docker-compose.yml that runs as `project` on this machine, with TEST_CLOCK=true and
 * WEBHOOK_ALLOW_PRIVATE=true. `stop` leaves it running. Only root can kill the processes of its containers. */
function composedStack(project: string): RunningSystem {
  const container = (service: string) => `${project}-${service}-1`
  const pid = (service: string) => Number(docker('inspect', '--format={{.State.Pid}}', container(service)))
  const url = (port: number) => {
    const [address = ''] = docker('port', container('gateway'), `${port}`).split('\n')
    return `http://${address.replace('0.0.0.0', '127.0.0.1')}`
  }
  const baseUrl = url(8080)
  const gatewayAddress = '--format={{(index .IPAM.Config 0).Gateway}}'
  const token = process.env.ADMIN_TOKEN ?? DEVELOPMENT_TOKEN
  return {
    baseUrl,
    receiverHost: docker('network', 'inspect', gatewayAddress, `${project}_services`).trim(),
    services: SERVICES.map((name) => ({ name, pid: () => pid(name) })),
    servers: { postgres: () => pid('postgres'), nats: () => pid('nats') },
    admin: client(url(8081), { authorization: `Bearer ${token}` }),
    api: (key) => client(baseUrl, { authorization: `Bearer ${key}` }),
    logs: async () => SERVICES.map((name) => docker('logs', container(name))),
    stop: async () => {},
  }
}

/** Runs docker and returns what it printed, on both streams. Throws when it fails. */
function docker(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8', maxBuffer: 1_073_741_824 })
  if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`)
  return stdout + stderr
}
