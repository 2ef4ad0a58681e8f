import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runUntilStopped } from '@jobboard/stack/run-until-stopped'
import { readSettings } from '@jobboard/stack/settings'
import { startCluster } from './cluster.ts'
import { loopback } from './machines.ts'

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

async function runCluster(signal: AbortSignal): Promise<void> {
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

await runUntilStopped('npm run do -- cluster', help, runCluster)
