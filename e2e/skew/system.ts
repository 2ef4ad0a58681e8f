import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { commandOf } from '@jobboard/stack/service-plans'
import { readSettings } from '@jobboard/stack/settings'
import { startStack } from '@jobboard/stack/stack'
import { type SupervisedProcess, superviseProcess } from '@jobboard/stack/supervise-process'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { retrying } from '@jobboard/testkit/retrying-client'
import { openReceiver, type Receiver } from '../faults/support/receiver.ts'
import { isReady, openGateways } from './gateways.ts'

/** The whole system as processes, each service and the gateway twice, from the checkouts of several releases. */
export interface MixedSystem {
  admin: Client
  api(key: string): Client
  portalUrl: string
  receiver: Receiver
  /** Starts the replicas of a service again from this checkout, one after the other, each when the one before is ready. */
  runFrom(service: string, tree: string): Promise<void>
  /** The checkout that all replicas of a service run from; undefined while they are changed. */
  treeOf(service: string): string | undefined
  /** The processes that ended unexpectedly since the last call. */
  drainCrashes(): string[]
  /** Holds the data and, in `logs`, the log of every process. */
  dataDir: string
  /** Ends every process, and deletes the folder unless it is kept. */
  stop(keepData?: boolean): Promise<void>
}

const READY_MS = 120_000
const START_EVERY_MS = 1_000
const VARIABLES = {
  REPLICAS: '2',
  // Replicas that stop still serve for so long; gateways find out by an answer, load balancers by a check.
  DRAIN_DELAY_MS: '1500',
  WEBHOOK_RETRY_DELAYS_SECONDS: '1,1,2,2,3,3,5',
  LOG_LEVEL: 'info',
  NODE_ENV: 'test',
}

/** Starts everything in a temporary folder, each service from the checkout that `firstTreeOf` returns. */
export async function startMixedSystem(
  firstTreeOf: (service: string) => string,
  log: (line: string) => void,
): Promise<MixedSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jobboard-skew-'))
  const [port, adminPort, secondPort, secondAdminPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const own = { DATA_DIR: dataDir, PORT: String(port), ADMIN_PORT: String(adminPort) }
  const unset = { DATABASE_URL: undefined, NATS_URL: undefined, PORTAL_PORT: undefined }
  const env = { ...process.env, ...unset, ...own, ...VARIABLES }
  // Fifteen processes that start at once on two cores are not ready in time.
  const settings = { ...readSettings(env), treeOf: firstTreeOf, startEveryMs: START_EVERY_MS }
  const crashes: string[] = []
  const trees = new Map<string, string | undefined>()
  const report = (line: string) => {
    if (line.includes('ended unexpectedly')) crashes.push(line)
    log(line)
  }
  const stack = await startStack(settings, env, report)
  const first = stack.plans.find(({ name }) => name === 'gateway')!
  const second = {
    name: 'gateway-2',
    url: `http://127.0.0.1:${secondPort}`,
    plan: {
      ...first.plan,
      env: { ...first.plan.env, PORT: String(secondPort), ADMIN_PORT: String(secondAdminPort) },
      logFile: join(dataDir, 'logs', 'gateway-2.log'),
    },
  }
  const extra = superviseProcess(second.name, second.plan, report)
  const plans = [...stack.plans, second]
  const processes = new Map<string, SupervisedProcess>(
    [...stack.services, extra].map((process) => [process.name, process]),
  )
  const untilReady = (name: string, url: string) =>
    eventually(`${name} is ready`, () => isReady(url), READY_MS, 100)
  const stopAll = async (keepData = false) => {
    await extra.stop()
    await stack.stop()
    if (!keepData) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(second.name, second.url)
    const gateways = openGateways([
      { url: stack.baseUrl, adminUrl: stack.adminUrl },
      { url: second.url, adminUrl: `http://127.0.0.1:${secondAdminPort}` },
    ])
    const receiver = await openReceiver()
    return {
      admin: retrying(gateways.admin({ authorization: `Bearer ${settings.adminToken}` })),
      api: (key) => gateways.public({ authorization: `Bearer ${key}` }),
      portalUrl: stack.portalUrl,
      receiver,
      treeOf: (service) => (trees.has(service) ? trees.get(service) : firstTreeOf(service)),
      async runFrom(service, tree) {
        trees.set(service, undefined)
        for (const { name, url, plan } of plans.filter((one) => one.name.replace(/-\d+$/, '') === service)) {
          await processes.get(name)!.pause()
          processes.get(name)!.resume({ ...plan, ...commandOf(service, tree) })
          await untilReady(name, url)
        }
        trees.set(service, tree)
      },
      drainCrashes: () => crashes.splice(0),
      dataDir,
      async stop(keepData) {
        await gateways.close()
        await receiver.close()
        await stopAll(keepData)
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}
