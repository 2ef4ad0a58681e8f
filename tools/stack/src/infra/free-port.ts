import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the range from which kernels take the ports of outgoing connections: none of those takes the port meanwhile.
const FIRST_PORT = 10_240
const END_PORT = 32_768

/** A loopback TCP port that is free now. It is not reserved: a caller retries when it is taken. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) return port
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
