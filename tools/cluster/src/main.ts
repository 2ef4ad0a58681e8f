import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@jobboard/stack/settings'
import { startCluster } from './cluster.ts'
import { loopback } from './network.ts'

const help = `npm run do -- cluster: the whole job board as a cluster on this machine. Ctrl-C stops it; the data stays.

It starts processes of its own on 127.0.0.1: three nats-servers with three copies of each stream, PostgreSQL with a synchronous
standby under Patroni and three etcd, HAProxy, two processes of each service and three gateways. About 3 GB of memory.

  npm run do -- cluster --help   this text; there is no other option

  PORT=8080                   port of the public API; the servers take those from PORT + 2001 on
  ADMIN_PORT=8081             port of the operators' API
  PORTAL_PORT=8082            port of the portal
  DATA_DIR=.jobboard-cluster  data and logs

It needs nats-server, etcd, Patroni, HAProxy and PostgreSQL 15 or later; on Debian:
  apt-get install --no-install-recommends nats-server etcd-server patroni haproxy postgresql

What happens when parts of it fail: npm run do -- test:cluster --help. In production: docs/guides/operators/several-machines.md.
`

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function runUntilStopped(signal: AbortSignal): Promise<void> {
  const env = { DATA_DIR: '.jobboard-cluster', ...process.env }
  const settings = readSettings(env)
  mkdirSync(join(settings.dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  const cluster = await startCluster({ settings, env, network: loopback(), log, signal })
  try {
    process.stdout.write(`The job board is ready.
  Public API       ${cluster.baseUrl}
  Operators' API   ${cluster.adminUrl}   token: ${join(settings.dataDir, 'secrets', 'admin-token')}
  Portal           ${cluster.portalUrl}
  NATS             ${cluster.natsMonitors.map((url) => `${url}/jsz`).join('  ')}
  Patroni          ${[...cluster.patroniUrls.values()].map((url) => `${url}/cluster`).join('  ')}
  Logs             ${settings.dataDir}
`)
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await cluster.stop()
  }
}

async function main(): Promise<number> {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stopping.signal.aborted) log('Stopping…')
      stopping.abort()
    })
  }
  try {
    await runUntilStopped(stopping.signal)
    return 0
  } catch (error) {
    const { name, message } = error as Error
    if (name === 'AbortError') return 0
    log(`Could not ${stopping.signal.aborted ? 'stop' : 'start'}. ${message}`)
    return 1
  }
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => arg !== '--help' && arg !== '-h')
if (unknown !== undefined) {
  log(`npm run do -- cluster has no option "${unknown}".\n\n${help}`)
  process.exitCode = 2
} else if (args.length > 0) process.stdout.write(help)
else process.exit(await main())
