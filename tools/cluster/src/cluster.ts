import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Log } from '@jobboard/stack/infra/log'
import { databaseUrl, postgresVersion } from '@jobboard/stack/infra/postgres/ensure-database'
import { claimFolder } from '@jobboard/stack/infra/process/claim-folder'
import { logTail, type ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import { storedSecret } from '@jobboard/stack/infra/stored-secret'
import { planServices, writeStackFile } from '@jobboard/stack/service-plans'
import type { Settings } from '@jobboard/stack/settings'
import { waitUntilReady } from '@jobboard/stack/wait-until-ready'
import { type Member, type Network, startMember } from './machines.ts'
import { type PostgresNode, patroniPlan } from './patroni.ts'
import { findPrograms } from './programs.ts'
import { clientAddress, etcdPlan, natsPlan, natsUrl, planNodes } from './servers.ts'
import { type ProxyTargets, placeServices, proxyPlan } from './services.ts'

/** A running cluster. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

interface ClusterOptions {
  settings: Settings
  env: NodeJS.ProcessEnv
  network: Network
  log: Log
  signal?: AbortSignal
}

const READY_MS = 300_000
const DATABASE_READY_MS = 120_000
const POLL_MS = 200
/** Small: each server reserves the limits of all streams. */
const STREAM_BYTES = '67108864'

/** Starts three NATS servers, three etcd, two Postgres under Patroni, HAProxy, two processes of each service and three
 * gateways, and resolves when all are ready. Throws one sentence after stopping what it had started. */
export async function startCluster({ settings, env, network, log, signal }: ClusterOptions) {
  const programs = await findPrograms(env, log)
  const { dataDir } = settings
  const claim = claimFolder(dataDir, 'The cluster')
  const alive = setInterval(() => {}, 60_000)
  const members = new Map<string, Member>()
  const start = (name: string, machine: Member['machine'], plan: ProcessPlan) =>
    void members.set(name, startMember(name, machine, plan, log))
  const stop = async () => {
    // The servers last: what stops writes until its end.
    const all = [...members.values()].reverse()
    const isServer = ({ name }: Member) => /^(nats|etcd|postgres|proxy)/.test(name)
    await Promise.all(all.filter((member) => !isServer(member)).map((member) => member.stop()))
    for (const prefix of ['postgres', 'proxy', 'nats', 'etcd']) {
      await Promise.all(all.filter(({ name }) => name.startsWith(prefix)).map((member) => member.stop()))
    }
    clearInterval(alive)
    claim.release()
  }
  try {
    const password = storedSecret(join(dataDir, 'secrets', 'cluster-password'))
    const nodes = planNodes(settings, network)
    log(
      `Starting NATS ${programs.natsVersion}, etcd, PostgreSQL ${programs.postgresVersion} under Patroni, HAProxy…`,
    )
    for (const node of nodes.nats) {
      start(node.name, node.machine, natsPlan(node, nodes.nats, programs.nats, password))
    }
    for (const node of nodes.etcd) {
      start(node.name, node.machine, etcdPlan(node, nodes.etcd, programs.etcd, join(dataDir, node.name)))
    }
    const clients = network.isolated ? '10.77.0.0/24' : '127.0.0.1/32'
    const patroni = { programs, etcd: nodes.etcd.map(clientAddress), password, clients, env, log }
    const startPostgres = async (node: PostgresNode) =>
      start(node.name, node.machine, await patroniPlan(node, patroni))
    const [first, ...standbys] = nodes.postgres
    await startPostgres(first!)

    const url = `postgres://postgres:${password}@${network.address}:${nodes.databasePort}/postgres`
    const nats = natsUrl(nodes.nats, password)
    const variables = {
      ...{ SEARCH_ENGINE: 'postgres', STREAM_REPLICAS: '3', STREAM_MAX_BYTES: STREAM_BYTES },
      // Proxies and idle connections of callers see a stopping process in time.
      ...{ DRAIN_DELAY_MS: '5000', ...env },
    }
    const proxyPorts = {
      public: settings.port,
      operators: settings.adminPort,
      portal: settings.portalPort ?? (await freePort()),
    }
    // The proxy comes first: the databases are created through it. Then it gets the services.
    const ports = { ...proxyPorts, postgres: nodes.databasePort }
    const writeProxy = (targets: ProxyTargets) =>
      proxyPlan(
        { address: network.address, ports, postgres: nodes.postgres, ...targets },
        programs.haproxy,
        join(dataDir, 'proxy'),
      )
    start('proxy', { ...network.own }, writeProxy({ gateways: [], operators: [], portals: [] }))
    await waitForDatabase(url, () => logTail(join(dataDir, 'postgres-1', 'patroni.log')), signal)
    // After the first one: two that start together on an empty etcd both create a database.
    for (const node of standbys) await startPostgres(node)
    log('Starting the services…')
    const ofServices = { ...settings, replicas: 2, portalPort: proxyPorts.portal }
    const urlOf = (name?: string) => databaseUrl(url, name ?? 'postgres')
    const { plans } = await planServices(ofServices, urlOf, nats, variables)
    const placed = await placeServices(plans, network, proxyPorts, freePort)
    const proxy = members.get('proxy')!
    await proxy.shutDown()
    writeProxy(placed)
    proxy.start()
    for (const { name, machine, plan } of placed.services) start(name, machine, plan)
    writeStackFile(dataDir, settings.adminPort, placed.services)
    const baseUrl = `http://${network.address}:${proxyPorts.public}`
    await waitUntilReady(baseUrl, placed.services, log, signal, { readyMs: READY_MS, reportMs: 15_000 })
    return {
      baseUrl,
      adminUrl: `http://${network.address}:${proxyPorts.operators}`,
      portalUrl: `http://${network.address}:${proxyPorts.portal}`,
      /** Every server and service, by name: `nats-1`, `postgres-2`, `etcd-3`, `jobs-1`, `gateway-2`, `proxy` and so on. */
      members: members as ReadonlyMap<string, Member>,
      /** Base URL of each service process, for its metrics. */
      serviceUrls: new Map(placed.services.map(({ name, url }) => [name, url])),
      natsMonitors: nodes.nats.map(({ machine, monitorPort }) => `http://${machine.address}:${monitorPort}`),
      etcdUrls: new Map(nodes.etcd.map((node) => [node.name, `http://${clientAddress(node)}`])),
      /** Patroni's REST API of each node, by its name. */
      patroniUrls: new Map(
        nodes.postgres.map(({ name, machine, restPort }) => [name, `http://${machine.address}:${restPort}`]),
      ),
      programs,
      dataDir,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function waitForDatabase(url: string, tail: () => string, signal?: AbortSignal): Promise<void> {
  const endMs = performance.now() + DATABASE_READY_MS
  while (!(await postgresVersion(url).catch(() => undefined))) {
    signal?.throwIfAborted()
    if (performance.now() > endMs) {
      throw new Error(`No primary after ${DATABASE_READY_MS / 1_000} s. The end of Patroni's log:\n${tail()}`)
    }
    await sleep(POLL_MS)
  }
}
