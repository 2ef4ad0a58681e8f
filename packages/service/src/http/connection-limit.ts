import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../lifecycle/log.ts'
import { openLineSampler } from './line-sampler.ts'

/** How many connections a port holds. */
export interface ConnectionLimits {
  max: number
  /** From one address; 0 for no limit. */
  maxPerAddress: number
}

/** Which connections have a request in flight. */
export interface ConnectionLimiter {
  /** A request of this connection was read. */
  onBusy(connection: Socket): void
  /** Every response of this connection is out. */
  onIdle(connection: Socket): void
}

/** Over the limit the oldest connection without a request is dropped: first of those that never sent one, then
 * of those between two requests. With a request in flight on every connection, the new one is dropped. */
export function limitConnections(
  server: Server,
  { max, maxPerAddress }: ConnectionLimits,
  log: Log,
): ConnectionLimiter {
  const open = new Map<Socket, string>()
  // Both in the order in which connections came, or became idle.
  const silent = new Set<Socket>()
  const idle = new Set<Socket>()
  const perAddress = new Map<string, number>()
  const report = openLineSampler(0, (_kind, dropped) =>
    log.warn({ dropped, max, maxPerAddress }, 'connections dropped: the port is full'),
  )

  const forget = (connection: Socket) => {
    const address = open.get(connection)
    if (address === undefined) return
    open.delete(connection)
    silent.delete(connection)
    idle.delete(connection)
    const left = (perAddress.get(address) ?? 0) - 1
    if (left > 0) perAddress.set(address, left)
    else perAddress.delete(address)
  }
  const drop = (connection: Socket) => {
    report(0)
    forget(connection)
    // Closes the descriptor at once.
    connection.destroy()
  }

  server.on('connection', (connection: Socket) => {
    const address = connection.remoteAddress ?? ''
    const [oldestSilent] = silent
    const [oldestIdle] = idle
    const count = (perAddress.get(address) ?? 0) + 1
    open.set(connection, address)
    perAddress.set(address, count)
    silent.add(connection)
    connection.once('close', () => forget(connection))
    if (maxPerAddress > 0 && count > maxPerAddress) drop(connection)
    else if (open.size > max) drop(oldestSilent ?? oldestIdle ?? connection)
  })

  return {
    onBusy(connection) {
      silent.delete(connection)
      idle.delete(connection)
    },
    onIdle(connection) {
      if (open.has(connection)) idle.add(connection)
    },
  }
}
