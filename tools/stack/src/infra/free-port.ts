import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the range from which kernels take the ports of outgoing connections: none of those takes the port meanwhile.
const FIRST_PORT = 10_240
const END_PORT = 32_768
// Workers of a test run, which look for ports at the same time, take every eighth port from one of their own on.
const LANES = 8
const lane = () => Number(process.env.VITEST_POOL_ID ?? 0) % LANES
const given = new Set<number>()
const MAX_GIVEN = 1_000

/** A loopback TCP port that is free now, and that this process was not given before. It is not reserved: a caller retries
 * when it is taken. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT / LANES, END_PORT / LANES) * LANES + lane()
    if (given.has(port) || !(await isFree(port))) continue
    if (given.size >= MAX_GIVEN) given.clear()
    given.add(port)
    return port
  }
}

/** This loopback TCP port when it is free now, else another one. */
export async function preferPort(port: number): Promise<number> {
  return port < END_PORT && (await isFree(port)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Throws a sentence when a port of this machine cannot be listened on. `variable` is where its number comes from. */
export async function checkPort(variable: string, port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(listenProblem(variable, port, (error as NodeJS.ErrnoException).code))
  } finally {
    server.close()
  }
}

/** Why a port cannot be listened on, and what to do. */
export function listenProblem(variable: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use: stop the program that listens on it, or set ${variable} to another port.`
  }
  if (code === 'EACCES') {
    return `No permission to listen on port ${port}: ports below 1024 need root. Set ${variable} to a higher port.`
  }
  return `Cannot listen on port ${port} (${code}): set ${variable} to another port.`
}
