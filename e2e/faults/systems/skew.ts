import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkOut } from '@jobboard/releases/check-out'
import { newestRelease, ROOT } from '@jobboard/releases/releases'
import { freePort } from '@jobboard/stack/infra/free-port'
import { commandOf } from '@jobboard/stack/service-plans'
import { readSettings } from '@jobboard/stack/settings'
import { startStack } from '@jobboard/stack/stack'
import { superviseProcess } from '@jobboard/stack/supervise-process'
import { type Client, client, clientOf } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import type { Fault, Options, System } from '../fault.ts'
import { WEBHOOK_RETRY_DELAYS_SECONDS } from './processes.ts'
import { openSkewedSandbox, type SkewedSandbox } from './skewed-sandbox.ts'

export const usage = `npm run do -- test:skew [OPTION]...
Runs the release before this tree (N-1, the first of releases.json) and this tree (N) side by side under load, on one
Postgres and one NATS, each service twice. First a rolling upgrade of everything from N-1 to N; then each service of N-1 with
all others of N; a rolling way back; then each service of N with all others of N-1. The portal runs in N; its pages belong to
the load. A process that ends is a failure, too. A sandbox is made in each step that allows it: services of N serve it,
those of N-1 refuse it, no live caller meets it. It is deleted before a service goes back, and nothing of it may be left.
The first run writes N-1 to ~/.cache/jobboard and installs it there (about 700 MB). Needs the commit of N-1 in this clone:
after a shallow one, git fetch --unshallow. Everything stays on 127.0.0.1. The whole run takes about 15 minutes.`

/** In the order of an upgrade. The portal of this tree runs always. */
export const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'gateway'] as const
type ServiceName = (typeof services)[number]

interface Skewed extends System {
  /** Changes services one after the other, until these and no others run this tree. */
  runNew(names: readonly ServiceName[]): Promise<void>
}

/** Names the services that run this tree during a step; all others run the release before. */
export interface Step extends Fault<Skewed> {
  isNew: readonly ServiceName[]
}

const step = (name: string, isNew: readonly ServiceName[]): Step => ({
  name,
  isNew,
  isInvisible: true,
  async inject({ runNew }, holdMs) {
    await runNew(isNew)
    await sleep(holdMs)
  },
})

/** Everything starts old, on a schema of its release; each pair has one service of the other release. */
export const faults: readonly Step[] = [
  step('rolling upgrade, N-1 to N', services),
  ...services.map((name) =>
    step(
      `${name} N-1, all others N`,
      services.filter((one) => one !== name),
    ),
  ),
  step('rolling back, N to N-1', []),
  step('portal N, all others N-1', []),
  ...services.map((name) => step(`${name} N, all others N-1`, [name])),
]

const READY_MS = 120_000
/** Fifteen processes that start at once on two cores are not ready in time. */
const START_EVERY_MS = 1_000

/** Starts everything in a temporary folder, all services but the portal from the release before. */
export async function start({ keep }: Options, log: (line: string) => void): Promise<Skewed> {
  const release = newestRelease()
  const oldTree = await checkOut(release, log)
  log(`N-1 is release ${release.version} in ${oldTree}. Starting everything…`)
  const dataDir = await mkdtemp(join(tmpdir(), 'jobboard-skew-'))
  const [port, adminPort, secondPort, secondAdminPort] = (
    await Promise.all(Array.from({ length: 4 }, () => freePort()))
  ).map(String)
  const env = {
    ...process.env,
    ...{ DATABASE_URL: undefined, NATS_URL: undefined, PORTAL_PORT: undefined },
    ...{ DATA_DIR: dataDir, PORT: port, ADMIN_PORT: adminPort, REPLICAS: '2' },
    // Replicas that stop still serve for so long; gateways find out by an answer, load balancers by a check.
    ...{ DRAIN_DELAY_MS: '1500', WEBHOOK_RETRY_DELAYS_SECONDS, LOG_LEVEL: 'info', NODE_ENV: 'test' },
  }
  const isNew = new Set<string>()
  const treeOf = (service: string) => (service === 'portal' ? ROOT : oldTree)
  const settings = { ...readSettings(env), treeOf, startEveryMs: START_EVERY_MS }
  const crashes: string[] = []
  const report = (line: string) => {
    if (line.includes('ended unexpectedly')) crashes.push(line)
    log(line)
  }
  const stack = await startStack(settings, env, report)
  const first = stack.plans.find(({ name }) => name === 'gateway')!.plan
  const ports = { PORT: secondPort, ADMIN_PORT: secondAdminPort }
  const logFile = join(dataDir, 'logs', 'gateway-2.log')
  const plan = { ...first, env: { ...first.env, ...ports }, logFile }
  const second = { name: 'gateway-2', url: `http://127.0.0.1:${secondPort}`, plan }
  const extra = superviseProcess(second.name, second.plan, report)
  const gateways = openGateways([
    { url: stack.baseUrl, adminUrl: stack.adminUrl },
    { url: second.url, adminUrl: `http://127.0.0.1:${secondAdminPort}` },
  ])
  const untilReady = (name: string, url: string) =>
    eventually(`${name} is ready`, () => isReady(url), READY_MS, 100)
  async function change(service: string, tree: string): Promise<void> {
    isNew.delete(service)
    for (const { name, url, plan } of [...stack.plans, second]) {
      if (name.replace(/-\d+$/, '') !== service) continue
      const running = [...stack.services, extra].find((one) => one.name === name)!
      await running.pause()
      running.resume({ ...plan, ...commandOf(service, tree) })
      await untilReady(name, url)
    }
    if (tree === ROOT) isNew.add(service)
  }
  const receiver = await openReceiver()
  let sandbox: SkewedSandbox | undefined
  const system: Skewed = {
    admin: retrying(gateways.client('adminUrl', settings.adminToken)),
    api: (key) => gateways.client('url', key),
    portalUrl: stack.portalUrl,
    receiver,
    async runNew(names) {
      const back = services.filter((name) => isNew.has(name) && !names.includes(name))
      // As an operator does before a service goes back. A gateway of N-1 knows no key of a sandbox.
      if (sandbox?.isThere() && back.some((name) => name !== 'gateway')) {
        for (const name of services) if (!isNew.has(name)) await change(name, ROOT)
        await sandbox.retire()
      }
      for (const name of back.reverse()) await change(name, oldTree)
      for (const name of names) if (!isNew.has(name)) await change(name, ROOT)
    },
    async check() {
      sandbox ??= await openSkewedSandbox(system)
      return [...crashes.splice(0), ...(await sandbox.check(isNew).catch((error) => [String(error)]))]
    },
    async stop() {
      await gateways.close()
      await receiver.close()
      await extra.stop()
      await stack.stop()
      if (keep) log(`The data and the logs are in ${dataDir}`)
      else await rm(dataDir, { recursive: true, force: true })
    },
  }
  await untilReady(second.name, second.url).catch(async (error) => {
    await system.stop()
    throw error
  })
  return system
}

/** Where one gateway listens. */
interface GatewayAddress {
  url: string
  adminUrl: string
}

/** Shorter than half of the time for which a gateway that stops still serves. */
const CHECK_EVERY_MS = 200
const CHECK_TIMEOUT_MS = 2_000

/** Clients that go to the gateways in turn, to those only that are ready, as behind a load balancer. */
function openGateways(addresses: readonly GatewayAddress[]) {
  let ready = addresses
  let next = 0
  let isClosed = false
  async function check(): Promise<void> {
    while (!isClosed) {
      const found = await Promise.all(addresses.map(({ url }) => isReady(url)))
      ready = addresses.filter((_, i) => found[i])
      await sleep(CHECK_EVERY_MS)
    }
  }
  const checking = check()
  const pick = () => (ready.length > 0 ? ready : addresses)[next++ % Math.max(1, ready.length)]!
  return {
    client: (plane: keyof GatewayAddress, token: string): Client =>
      clientOf((method, path, request) =>
        client(pick()[plane], { authorization: `Bearer ${token}` }).send(method, path, request),
      ),
    async close() {
      isClosed = true
      await checking
    },
  }
}

/** Whether the process at this base URL reports that it is ready. */
async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const response = await fetch(`${url}/healthz/ready`, { signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}
