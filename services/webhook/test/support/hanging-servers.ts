import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Servers on loopback at which an attempt hangs before it can send its request. */
export interface HangingServers {
  /** Accepts connections and sends nothing: a TLS handshake hangs. */
  tlsUrl: string
  /** Accepts no connection. */
  fullUrl: string
  close(): void
}

/** Opens one of each. */
export async function openHangingServers(): Promise<HangingServers> {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const full = await openFullServer()
  return {
    tlsUrl: `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
    fullUrl: `http://127.0.0.1:${full.port}/`,
    close() {
      full.close()
      for (const socket of sockets) socket.destroy()
      silent.close()
    },
  }
}

/** A suspended process whose accept queue is full: the kernel leaves further connects without a response. */
async function openFullServer() {
  const code = `const server = require('node:net').createServer()
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const port = Number(String(line))
  child.kill('SIGSTOP')
  const fillers = Array.from({ length: 4 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => {}))
  await once(fillers[0]!, 'connect')
  return {
    port,
    close() {
      for (const filler of fillers) filler.destroy()
      child.kill('SIGKILL')
    },
  }
}
