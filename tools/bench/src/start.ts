import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { root } from '@jobboard/stack/settings'
import { type Benchmark, scaled } from './benchmark.ts'
import { quantile } from './figures.ts'
import { mapConcurrently } from './load.ts'

const RUNS = scaled(3)

export const start: Benchmark = {
  name: 'start',
  help: 'npm start to its "is ready", demo data included, on an empty data folder with installed dependencies',
  isDefault: true,
  async measureAlone(log) {
    const seconds = await mapConcurrently(RUNS, 1, (run) => {
      log(`npm start: run ${run + 1} of ${RUNS}`)
      return startOnce()
    })
    const what = `npm start to ready, median of ${RUNS}`
    return { figures: [{ what, value: quantile(seconds, 0.5), unit: 's', goal: '<= 10 s' }] }
  },
}

async function startOnce(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...ports },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let output = ''
  const seconds = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('is ready')) resolve((performance.now() - started) / 1_000)
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with exit code ${code}`)))
  })
  process.kill(-child.pid!, 'SIGINT')
  await once(child, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
  return seconds
}
