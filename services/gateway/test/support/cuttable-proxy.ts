import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP line to a server that a test cuts, mends and hangs up. */
export interface Line {
  /** The same URL with the port of the line. */
  url: string
  /** Falls silent without a word: what is said from then on is lost. */
  cut(): void
  /** Carries again. What was connected is hung up, so that both sides connect anew. */
  mend(): void
  /** Breaks every connection; new ones can be made. */
  hangUp(): void
  stop(): Promise<void>
}

/** Opens one to the server of this URL. */
export async function openLine(url: string): Promise<Line> {
  const [target, own] = [new URL(url), new URL(url)]
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
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
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    cut() {
      isCut = true
    },
    mend() {
      isCut = false
      hangUp()
    },
    hangUp,
    async stop() {
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
