import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { upstreamNames } from '@jobboard/contracts/services'
import { root } from '@jobboard/stack/settings'
import { client } from '@jobboard/testkit/client'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { done, type Fault, held, type Member, type Options, type System } from '../fault.ts'

export const usage = `npm run do -- compose:faults --project NAME [OPTION]...
Starts the Compose project NAME with each service twice (JOBS_REPLICAS and the like change that), and under load kills
containers, cuts networks, scales, upgrades, and deletes the volumes of NATS and Meilisearch. The project is left running;
never use one with data that matters.`

/** One Compose project on the local Docker engine. */
interface Composed extends System {
  project: string
  /** Runs a program with the project's name, files and numbers of replicas as its environment; returns its output. */
  run(program: string, ...args: string[]): Promise<string>
}

const FILES = ['docker-compose.yml', 'deploy/compose.proxy.yml', 'e2e/faults/systems/compose.yml']
const MAX_OUTPUT_BYTES = 16_777_216
const READY_MS = 300_000
/** Checks in a row that find a gateway ready, half a second apart. */
const READY_CHECKS = 10

/** Starts the project, unless it runs, and waits until a gateway is ready. */
export async function start({ project }: Options): Promise<Composed> {
  if (!project) throw new Error('--project is missing')
  const replicas = ['gateway', ...upstreamNames].map((name) => [`${name.toUpperCase()}_REPLICAS`, '2'])
  const own = { COMPOSE_PROJECT_NAME: project, COMPOSE_FILE: FILES.join(':') }
  const env = { ...Object.fromEntries(replicas), ...process.env, ...own }
  const run: Composed['run'] = async (program, ...args) => {
    const options = { cwd: root, env, maxBuffer: MAX_OUTPUT_BYTES }
    return (await promisify(execFile)(program, args, options)).stdout.trim()
  }
  await run('docker', 'compose', 'up', '-d')
  const { services } = JSON.parse(await run('docker', 'compose', 'config', '--format', 'json'))
  const urlOf = (target: number) => {
    const ports: { target: number; published: string }[] = services.proxy.ports
    return `http://127.0.0.1:${ports.find((port) => port.target === target)!.published}`
  }
  await untilReady(urlOf(8080))
  // An address of this machine that no other machine reaches.
  const gateway = '{{(index .IPAM.Config 0).Gateway}}'
  const host = await run('docker', 'network', 'inspect', `${project}_services`, '--format', gateway)
  const receiver = await openReceiver(host)
  const token = services.gateway.environment.ADMIN_TOKEN
  return {
    project,
    run,
    admin: retrying(client(urlOf(8081), { authorization: `Bearer ${token}` })),
    api: (key) => client(urlOf(8080), { authorization: `Bearer ${key}` }),
    receiver,
    stop: receiver.close,
  }
}

/** Waits until the gateways behind this URL reach every service, each time. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + READY_MS
  for (let ready = 0; ready < READY_CHECKS; ) {
    const response = await fetch(`${url}/healthz/ready`).catch(() => undefined)
    const isReady = response?.ok && ((await response.json()) as { status: string }).status === 'ready'
    ready = isReady ? ready + 1 : 0
    if (Date.now() > deadline) throw new Error(`${url} is not ready`)
    await sleep(500)
  }
}

/** The first running container of a service. */
const container =
  (service: string) =>
  async ({ run }: Composed): Promise<Member> => {
    const [id] = (await run('docker', 'compose', 'ps', '--quiet', service)).split('\n')
    if (!id) throw new Error(`no container of ${service} runs`)
    const names = '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}} {{end}}'
    const networks = (await run('docker', 'inspect', '--format', names, id)).trim().split(' ')
    const eachNetwork = async (...args: string[]) => {
      for (const network of networks) await run('docker', 'network', ...args, network, id)
    }
    return {
      kill: () => run('docker', 'kill', id),
      // Docker does not restart what was killed by hand.
      start: () => run('docker', 'start', id),
      cut: () => eachNetwork('disconnect'),
      join: () => eachNetwork('connect', '--alias', service),
    }
  }

const UP = ['compose', 'up', '-d', '--no-build', '--no-recreate', '--wait']

const scaled = (service: string, counts: number[]): Fault<Composed> => ({
  name: `${service} scaled from 2 to ${counts.join(', ')}`,
  isInvisible: true,
  async inject({ run }, holdMs) {
    for (const count of counts) {
      await run('docker', ...UP, '--no-deps', '--scale', `${service}=${count}`, service)
      await sleep(holdMs)
    }
  },
})

const upgraded = (service: string): Fault<Composed> => ({
  name: `rolling upgrade of ${service}`,
  isInvisible: true,
  inject: async ({ run }) => void (await run('deploy/rolling-upgrade.sh', service)),
})

const wiped = (service: string) =>
  held<Composed>(`${service} loses its volume`, async ({ project, run }) => {
    // volume-init has mounted every volume, and its container stays.
    await run('docker', 'compose', 'rm', '--stop', '--force', service, 'volume-init')
    await run('docker', 'volume', 'rm', `${project}_${service}`)
    return () => run('docker', ...UP, service)
  })

const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'gateway']
const servers = ['nats', 'postgres']

/** In the order in which they are injected. */
export const faults: readonly Fault<Composed>[] = [
  scaled('jobs', [3, 1, 2]),
  scaled('gateway', [3, 1, 2]),
  ...services.map(upgraded),
  ...[...services, 'proxy', ...servers, 'meilisearch'].map((name) => done('kill', name, container(name))),
  ...['accounts', 'jobs', 'candidate', 'webhook', 'gateway', ...servers].map((name) =>
    done('cut', name, container(name)),
  ),
  ...['nats', 'meilisearch'].map(wiped),
]
