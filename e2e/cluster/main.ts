import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inNamespace } from '@jobboard/cluster/network'
import { clusterFaults, shortFaults } from './faults.ts'
import { injectAll } from './inject-all.ts'
import { startIsolatedCluster } from './isolated-cluster.ts'

const USAGE = `npm run do -- test:cluster [--only TEXT] [--short] [--hold SECONDS] [--list] [--keep]
Starts a cluster (npm run do -- cluster) in network namespaces of its own, each server and service on a machine of its own, and
under load kills, suspends and cuts off one after the other. Checks after each from outside that nothing acknowledged is
lost or doubled, that limits and credits hold, and that each service has one relay leader. Prints a table.

  --only TEXT       only faults whose name contains the text
  --short           one NATS server and the primary only
  --hold SECONDS    how long a fault lasts; 10 by default, at most 60
  --list            prints the names of the faults
  --keep            keeps the data folder with the logs; its path is printed

The load, a second: 2 jobs created and published, 3 applications submitted and moved, 2 searches, 2 unlocks, 2 lists, each
repeated with its Idempotency-Key until it succeeds; 10 calls that are never repeated; and one key that ignores its limit.
It needs Linux with unshare, ip (iproute2), and what npm run do -- cluster needs; for the clock also libfaketime. It ends by itself
after 30 minutes, and ends only its own processes. Exit code 1: something was lost or doubled, or a limit did not hold.
`

const MAX_MS = 30 * 60_000
const MAX_HOLD_SECONDS = 60
const INSIDE = 'JOBBOARD_CLUSTER_NAMESPACE'

const log = (line: string) => void process.stderr.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    hold: { type: 'string', default: '10' },
    list: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const faults = (values.short ? shortFaults : clusterFaults).filter(({ name }) => name.includes(values.only))
const holdSeconds = Number(values.hold)

/** Runs this command again in namespaces of its own, and returns its exit code. */
async function runInside(): Promise<number> {
  const [command, ...args] = inNamespace([process.execPath, ...process.argv.slice(1)])
  const child = spawn(command!, args, {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
    timeout: MAX_MS,
  })
  return new Promise((resolve) => {
    child.once('error', (error) => {
      log(`The cluster needs unshare (util-linux) and user namespaces: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function run(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobboard-cluster-'))
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  if (values.keep) log(`Data and logs: ${dataDir}`)
  const system = await startIsolatedCluster(dataDir, log)
  log(`Load average ${loadavg()[0]!.toFixed(1)}. Each fault lasts ${holdSeconds} s.`)
  try {
    return (await injectAll(system, faults, holdSeconds * 1_000)) ? 0 : 1
  } finally {
    await system.stop()
    if (!values.keep) rmSync(dataDir, { recursive: true, force: true })
  }
}

if (values.help) process.stdout.write(USAGE)
else if (values.list) process.stdout.write(faults.map(({ name }) => `${name}\n`).join(''))
else if (!(holdSeconds > 0 && holdSeconds <= MAX_HOLD_SECONDS) || faults.length === 0) {
  log(
    `--hold must be a number of seconds up to ${MAX_HOLD_SECONDS}, --only a part of a name of --list.\n\n${USAGE}`,
  )
  process.exitCode = 2
} else if (process.env[INSIDE]) {
  process.exit(
    await run().catch((error: Error) => {
      log(`The test of the cluster failed. ${error.message}`)
      return 1
    }),
  )
} else process.exit(await runInside())
