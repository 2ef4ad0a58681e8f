import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, relative } from 'node:path'
import { borrowService } from './dev/borrow.ts'
import { stopSteps } from './dev/lend.ts'
import { preferPort } from './infra/free-port.ts'
import { stopProcess } from './infra/process/stop-process.ts'
import { readSettings, root } from './settings.ts'

const help = `npm run dev -- SERVICE: runs one service of a running npm start in this terminal, with the debugger on. A saved file restarts it.

  npm start                     in another terminal, first
  npm run dev -- jobs           npm start stops its own jobs; this one takes its address, database and settings. Its log comes here.
  node inspect 127.0.0.1:9229   the debugger: or chrome://inspect, or "attach" of an editor. The port is printed at the start.

Ctrl-C gives the service back: npm start runs its own again. So does every other end of this command.

  LOG_LEVEL=debug         more lines in the log
  INSPECT_PORT=9229       port of the debugger; another one when it is taken
  DATA_DIR=.jobboard      the folder of npm start

While a breakpoint holds the service, calls through the gateway are 503 after 15 s. With REPLICAS=2 this one process runs in
the place of all replicas.
`

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function main(service: string): Promise<number> {
  const stopping = stopSignal()
  const { dataDir } = readSettings(process.env)
  const borrowed = await borrowService(dataDir, service)
  const { plan, url } = borrowed
  const port = await preferPort(Number(process.env.INSPECT_PORT || 9229))
  // A debugger that is attached would hold back the end of a process that SIGTERM asks to stop.
  const flags = [
    '--watch',
    '--watch-kill-signal=SIGKILL',
    '--watch-preserve-output',
    `--inspect=127.0.0.1:${port}`,
  ]
  const level = process.env.LOG_LEVEL
  // The watchdog would end a process that a breakpoint holds.
  const env = { ...plan.env, EVENT_LOOP_LIMIT_SECONDS: '0', ...(level && { LOG_LEVEL: level }) }
  // A process group of its own: the stack can end all of it.
  const watcher = spawn(plan.command, [...flags, ...plan.args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })
  const ended = once(watcher, 'exit')
  borrowed.report(watcher.pid!)
  log(
    `${service} runs here, as ${url}: ${relative(process.cwd(), dirname(plan.args[0]!))}. Debugger: node inspect 127.0.0.1:${port}`,
  )
  const recalled = aborted(borrowed.recalled)
  await Promise.race([ended, recalled, aborted(stopping)])
  const isRecalled = borrowed.recalled.aborted
  await stopProcess(-watcher.pid!, stopSteps)
  await borrowed.giveBack()
  log(isRecalled ? 'npm start stopped.' : `${service} is run by npm start again.`)
  return isRecalled || stopping.aborted ? 0 : 1
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Aborts at the first SIGINT, SIGTERM or SIGHUP. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
  return stopping.signal
}

const [service, ...rest] = process.argv.slice(2)
if (service === '--help' || service === '-h') process.stdout.write(help)
else if (service === undefined || service.startsWith('-') || rest.length > 0) {
  log(`npm run dev takes one service: npm run dev -- jobs.\n\n${help}`)
  process.exitCode = 2
} else {
  process.exitCode = await main(service).catch((error: Error) => {
    log(error.message)
    return 1
  })
}
