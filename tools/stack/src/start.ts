import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed } from './seed.ts'
import { readSettings } from './settings.ts'
import { startStack } from './stack.ts'
import { welcome } from './welcome.ts'

const help = `npm start: the whole job board on this machine. Ctrl-C stops it; the data stays.

  npm start -- --help     this text; there is no other option

  PORT=8080               port of the public API
  ADMIN_PORT=8081         port of the operators' API
  DATA_DIR=.jobboard      data, logs and demo.json; another folder and other ports make a second stack
  DATABASE_URL, NATS_URL  use these servers instead of starting some
  TEST_CLOCK=true         lets POST /admin/v1/clock/advance move the business clock
`

const say = (line: string) => void process.stderr.write(`${line}\n`)

async function main(signal: AbortSignal): Promise<void> {
  const started = performance.now()
  const settings = readSettings(process.env)
  const sayUnlessStopping = (line: string) => {
    if (!signal.aborted) say(line)
  }
  const stack = await startStack(settings, process.env, sayUnlessStopping, signal)
  try {
    const demo = await seed(stack, settings, say, signal)
    writeFileSync(join(settings.dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
    process.stdout.write(welcome(demo, settings.dataDir, (performance.now() - started) / 1_000))
    if (!signal.aborted) await once(signal, 'abort')
  } finally {
    await stack.stop()
  }
}

/** Aborts at the first signal that asks this process to stop. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stopping.signal.aborted) say('Stopping…')
      stopping.abort()
    })
  }
  return stopping.signal
}

async function run(): Promise<number> {
  const signal = stopSignal()
  try {
    await main(signal)
    return 0
  } catch (error) {
    const { name, message } = error as Error
    // Ctrl-C while it starts is no failure.
    if (name === 'AbortError') return 0
    say(`Could not ${signal.aborted ? 'stop' : 'start'}. ${message}`)
    return 1
  }
}

const args = process.argv.slice(2)
const unknown = args.find((arg) => arg !== '--help' && arg !== '-h')
if (unknown !== undefined) {
  say(`npm start has no option "${unknown}".\n\n${help}`)
  process.exitCode = 2
} else if (args.length > 0) process.stdout.write(help)
else process.exit(await run())
