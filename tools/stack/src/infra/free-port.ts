import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range that kernels take the ports of outgoing connections from: nothing else comes along in between.
const FIRST_PORT = 10_240
const END_PORT = 32_768

/** A loopback TCP port that is free at this moment. Not reserved: callers retry on a clash. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
