import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy before a server. A test cuts its connections, with or without the peers noticing. */
export interface CuttableProxy {
  /** The server's URL with the port of the proxy. */
  url: string
  /** Drops all bytes from now on; the connections stay open. */
  cut(): void
  /** Forwards again. Closes the connections of before, so that both sides connect again. */
  restore(): void
  /** Closes every connection; new ones can be made. */
  disconnect(): void
  /** Chunks that clients sent so far: for Postgres about one per statement. */
  received(): number
  stop(): Promise<void>
}

/** Opens a proxy before the server of this URL. */
export async function openCuttableProxy(url: string): Promise<CuttableProxy> {
  const [target, own] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let isCut = false
  let received = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    near.on('data', () => received++)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isCut || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!isCut) to.destroy()
      })
    }
  })
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    cut() {
      isCut = true
    },
    restore() {
      isCut = false
      disconnect()
    },
    disconnect,
    received: () => received,
    async stop() {
      disconnect()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
