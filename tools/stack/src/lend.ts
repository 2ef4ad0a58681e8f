import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { preferPort } from './infra/free-port.ts'
import type { Log } from './infra/log.ts'
import { parentDeathPrefix } from './infra/process/run-process.ts'
import { type StopSteps, stopProcess } from './infra/process/stop-process.ts'
import { root } from './settings.ts'
import type { Stack } from './stack.ts'

/** Where a stack listens for `npm run dev`, and the token that it requires. */
export const lendFile = (dataDir: string) => join(dataDir, 'dev.json')

/** A service that is held by a debugger does not react to SIGTERM. */
const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
// A debugger that is attached would hold back the end of a process that SIGTERM asks to stop.
const WATCH = ['--watch', '--watch-kill-signal=SIGKILL', '--watch-preserve-output']

/** Runs services in watch mode for `npm run dev`, one process in place of all replicas: `POST /SERVICE?inspect=PORT&level=L`,
 * whose response is the output of the process. It ends with the connection, also by SIGKILL. `close` ends all of them. */
export async function lendServices(
  stack: Pick<Stack, 'services' | 'plans'>,
  dataDir: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  // Nobody but the owner of the data folder can read it: the output may have what others must not see.
  const token = randomBytes(16).toString('hex')
  const lent = new Map<string, { response: ServerResponse; returned: Promise<void> }>()

  async function lend(service: string, parameters: URLSearchParams, response: ServerResponse): Promise<void> {
    const plans = stack.plans.filter(({ name }) => name.replace(/-\d+$/, '') === service)
    const { plan, url } = plans[0]!
    const processes = stack.services.filter(({ name }) => plans.some((one) => one.name === name))
    try {
      await Promise.all(processes.map((one) => one.pause()))
      log(`${service} is run by npm run dev.`)
      const port = await preferPort(Number(parameters.get('inspect') || 9229))
      const level = parameters.get('level')
      // The watchdog would end a process that a breakpoint holds.
      const env = { ...plan.env, EVENT_LOOP_LIMIT_SECONDS: '0', ...(level && { LOG_LEVEL: level }) }
      const line = [plan.command, ...WATCH, `--inspect=127.0.0.1:${port}`, ...plan.args]
      const [command, ...args] = [...parentDeathPrefix(process.env), ...line]
      // A process group of its own, which ends as a whole.
      const child = spawn(command!, args, {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      const folder = relative(root, dirname(plan.args[0]!))
      response.write(`${service} runs here, as ${url}: ${folder}. Debugger: node inspect 127.0.0.1:${port}\n`)
      // What the process writes after the end of the response.
      response.on('error', () => {})
      for (const stream of [child.stdout, child.stderr]) stream.pipe(response, { end: false })
      await Promise.race([once(response, 'close'), once(response, 'finish'), once(child, 'exit')])
      await stopProcess(-child.pid!, stopSteps)
    } finally {
      for (const one of processes) one.resume()
      lent.delete(service)
      response.end()
      log(`${service} is run by npm start again.`)
    }
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://127.0.0.1')
    const service = pathname.slice(1)
    const refuse = (status: number, reason: string) => void response.writeHead(status).end(reason)
    const names = stack.plans.map(({ name }) => name).filter((name) => !/-\d+$/.test(name))
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 'The token is another one.')
    if (!names.includes(service))
      return refuse(404, `There is no service "${service}". The services are ${names.join(', ')}.`)
    if (lent.has(service)) return refuse(409, `Another npm run dev runs ${service}.`)
    const { promise: returned, resolve } = Promise.withResolvers<void>()
    lent.set(service, { response, returned })
    lend(service, searchParams, response)
      .catch((error: Error) => log(error.message))
      .finally(resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = lendFile(dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600 })
  return {
    async close() {
      rmSync(file, { force: true })
      const loans = [...lent.values()]
      for (const { response } of loans) response.end('npm start stopped.\n')
      await Promise.all(loans.map(({ returned }) => returned))
      server.close()
      server.closeAllConnections()
    },
  }
}
