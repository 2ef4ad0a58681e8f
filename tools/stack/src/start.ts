import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed } from './seed.ts'
import { readSettings } from './settings.ts'
import { type Stack, startStack } from './stack.ts'
import { welcome } from './welcome.ts'

const help = `npm start: the whole job board on this machine. Ctrl-C stops it; the data stays.

  PORT=8080        the public API
  ADMIN_PORT=8081  the operators' API
  DATA_DIR=.jobboard  data, logs and demo.json; two folders and other ports make two stacks
  DATABASE_URL, NATS_URL  use these servers instead of starting some
  TEST_CLOCK=true  lets POST /admin/v1/clock/advance move the business clock
`

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const stopping = new AbortController()
  let stack: Stack | undefined
  const stop = async () => {
    if (stopping.signal.aborted) return
    stopping.abort()
    say('Stopping…')
    if (!stack) return
    await stack.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)

  const sayUnlessStopping = (line: string) => {
    if (!stopping.signal.aborted) say(line)
  }
  stack = await startStack(settings, process.env, sayUnlessStopping, stopping.signal)
  const demo = await seed(stack, settings, say)
  writeFileSync(join(settings.dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  process.stdout.write(welcome(demo, settings.dataDir, (performance.now() - started) / 1_000))
}

if (process.argv.includes('--help')) process.stdout.write(help)
else {
  main().catch((error: Error) => {
    say(`Could not start. ${error.message}`)
    process.exit(1)
  })
}
