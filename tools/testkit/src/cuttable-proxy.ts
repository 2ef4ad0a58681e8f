import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttableProxy = Awaited<ReturnType<typeof openCuttableProxy>>

/** Opens a TCP proxy before the server of this URL. A test cuts its connections, with or without the peers noticing. */
export async function openCuttableProxy(url: string) {
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
    /** The server's URL with the port of the proxy. */
    url: own.href,
    /** Drops all bytes from now on; the connections stay open. */
    cut() {
      isCut = true
    },
    /** Forwards again. Closes the connections of before, so that both sides connect again. */
    restore() {
      isCut = false
      disconnect()
    },
    /** Closes every connection; new ones can be made. */
    disconnect,
    /** Chunks that clients sent so far: for Postgres about one per statement. */
    received: () => received,
    async stop() {
      disconnect()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
