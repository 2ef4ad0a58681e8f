import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../infra/log.ts'
import type { ProcessPlan } from '../infra/process/run-process.ts'
import type { StopSteps } from '../infra/process/stop-process.ts'
import { stopProcess } from '../infra/process/stop-process.ts'
import type { Stack } from '../stack.ts'

/** Lets `npm run dev` run services of this stack in its place, one process for all replicas of a service. A connection
 * that ends, also by SIGKILL, gives the service back. `close` takes back what is lent and resolves when those processes have ended. */
export async function lendServices(
  stack: Pick<Stack, 'services' | 'plans'>,
  dataDir: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(16).toString('hex')
  const lent = new Map<string, { socket: Socket; returned: Promise<void> }>()

  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    void serve(socket, lines).catch((error: Error) => log(error.message))
  })

  async function serve(socket: Socket, lines: AsyncIterator<string>): Promise<void> {
    const send = (loan: Loan) => void socket.write(`${JSON.stringify(loan)}\n`)
    const refuse = (refusal: string) => {
      send({ refusal })
      socket.end()
    }
    const request = await readLine<Request>(lines)
    // Nobody but the owner of the data folder can read the token: a plan has the secrets of its service.
    if (request?.token !== token) return void socket.destroy()
    const { service } = request
    const plans = stack.plans.filter(({ name }) => name.replace(/-\d+$/, '') === service)
    const [first] = plans
    if (!first) {
      const names = stack.plans.map(({ name }) => name).filter((name) => !/-\d+$/.test(name))
      return refuse(`There is no service "${service}". The services are ${names.join(', ')}.`)
    }
    if (lent.has(service)) return refuse(`Another npm run dev runs ${service}.`)
    const { promise: returned, resolve } = Promise.withResolvers<void>()
    lent.set(service, { socket, returned })
    const processes = stack.services.filter(({ name }) => plans.some((plan) => plan.name === name))
    try {
      await Promise.all(processes.map((one) => one.pause()))
      log(`${service} is run by npm run dev.`)
      send({ url: first.url, plan: first.plan })
      const started = await readLine<Started>(lines)
      if (started) {
        await untilEnded(lines)
        await stopProcess(-started.group, stopSteps)
      }
    } finally {
      for (const one of processes) one.resume()
      lent.delete(service)
      socket.end()
      log(`${service} is run by npm start again.`)
      resolve()
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = stackFile(dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600 })
  return {
    async close() {
      rmSync(file, { force: true })
      server.close()
      const loans = [...lent.values()]
      for (const { socket } of loans) socket.end()
      await Promise.all(loans.map(({ returned }) => returned))
    },
  }
}

async function readLine<Line>(lines: AsyncIterator<string>): Promise<Line | undefined> {
  const { value } = await lines.next()
  return value === undefined ? undefined : (JSON.parse(value) as Line)
}

async function untilEnded(lines: AsyncIterator<string>): Promise<void> {
  while (!(await lines.next()).done);
}

/** First line from `npm run dev` to the stack. */
export interface Request {
  token: string
  service: string
}

/** What the stack responds: how to run the service, or why not. */
export type Loan = { url: string; plan: ProcessPlan } | { refusal: string }

/** Second line from `npm run dev`: the process group of its watcher, which the stack ends if `npm run dev` was killed. */
export interface Started {
  group: number
}

/** Where the stack listens for `npm run dev`, and the token that it requires. */
export const stackFile = (dataDir: string) => join(dataDir, 'dev.json')

/** A service that is held by a debugger does not react to SIGTERM. */
export const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
