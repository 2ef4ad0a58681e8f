import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, table } from './bench/figures.ts'
import { benchJobsScale } from './bench/jobs-scale.ts'
import { benchProxy } from './bench/proxy.ts'
import { benchStartTime } from './bench/start-time.ts'
import { benchWebhookLatency } from './bench/webhook-latency.ts'
import { freePort } from './infra/free-port.ts'
import { readSettings, root } from './settings.ts'
import { startStack } from './stack.ts'

const help = `npm run bench: measures this checkout on this machine (about five minutes), prints tables, writes bench.json.

  npm run bench -- start    npm start to ready
  npm run bench -- proxy    the gateway beside other proxies, and its memory (about four minutes; needs nginx, haproxy, wrk)
  npm run bench -- webhook  apply to signed webhook at 50 applies a second

  npm run bench -- jobs     list, get, publish and expiry with a million jobs (about three minutes and 2 GB more: only
                            when named)
`

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main(names: string[]): Promise<void> {
  const wanted = (name: string) => names.length === 0 || names.includes(name)
  const figures: Figure[] = []
  const tables: string[] = []
  if (wanted('start')) figures.push(...(await benchStartTime(say)))
  if (wanted('proxy')) {
    const measured = await benchProxy(say)
    figures.push(...measured.figures)
    tables.push(...measured.tables)
  }
  if (wanted('webhook') || names.includes('jobs')) {
    const dataDir = mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
    const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...ports }
    const settings = readSettings(env)
    const stack = await startStack(settings, env, say)
    try {
      if (wanted('webhook')) figures.push(...(await benchWebhookLatency(stack, settings, say)))
      if (names.includes('jobs')) figures.push(...(await benchJobsScale(stack, settings, say)))
    } finally {
      await stack.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    at: new Date().toISOString(),
  }
  writeFileSync(join(root, 'bench.json'), `${JSON.stringify({ machine, figures, tables }, null, 2)}\n`)
  const on = `${machine.cores} x ${machine.cpu}, Node ${machine.node}, ${machine.at}`
  process.stdout.write(`\n${[on, table(figures), ...tables].join('\n\n')}\n`)
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => !['start', 'proxy', 'webhook', 'jobs', '--help'].includes(arg))
if (unknown !== undefined) {
  say(`There is no benchmark "${unknown}".\n\n${help}`)
  process.exitCode = 2
} else if (args.includes('--help')) process.stdout.write(help)
else {
  main(args).catch((error: Error) => {
    say(error.message)
    process.exitCode = 1
  })
}
