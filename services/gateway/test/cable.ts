import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP line to a service that a test cuts, or through which it lets nothing for a while. */
export interface Cable {
  url: string
  /** Breaks every connection; new ones can be made. */
  cut(): void
  /** Keeps back what comes from either side until `release`. */
  hold(): void
  release(): void
  stop(): void
}

/** Lays one to this base URL. */
export async function openCable(to: string): Promise<Cable> {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
    }
    near.pipe(far).pipe(near)
    if (isHeld) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const hold = (held: boolean) => () => {
    isHeld = held
    for (const socket of sockets) held ? socket.pause() : socket.resume()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold: hold(true),
    release: hold(false),
    stop() {
      cut()
      server.close()
    },
  }
}
