import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Log } from '@jobboard/stack/infra/log'
import { root } from '@jobboard/stack/settings'
import { type Figure, quantile } from './figures.ts'

const RUNS = 3

/** From `npm start` to its "is ready", demo data included, on an empty data folder with installed dependencies. */
export async function benchStartTime(log: Log): Promise<Figure[]> {
  const seconds: number[] = []
  for (let run = 1; run <= RUNS; run++) {
    log(`npm start: run ${run} of ${RUNS}`)
    seconds.push(await startOnce())
  }
  return [
    {
      what: `npm start to ready, median of ${RUNS}`,
      value: quantile(seconds, 0.5),
      unit: 's',
      goal: '<= 10 s',
    },
  ]
}

async function startOnce(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'jobboard-bench-'))
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...ports },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let output = ''
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('is ready')) resolve((performance.now() - started) / 1_000)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with exit code ${code}`)))
  })
  const seconds = await ready
  process.kill(-child.pid!, 'SIGINT')
  await once(child, 'exit')
  await rm(dataDir, { recursive: true, force: true })
  return seconds
}
