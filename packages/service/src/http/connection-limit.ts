import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../lifecycle/log.ts'

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

/** Descriptors for the operators' port, NATS, calls to services, health checks, logs and the runtime. */
const RESERVED = 128
/** An idle connection takes about 11 KB: 20 000 of them a quarter of a gigabyte. */
const MOST_CONNECTIONS = 20_000

/** The connections that the public port may hold, so that descriptors are left for everything else. Each
 * request in flight may hold a second descriptor, its connection to a service; `upstreamConnections` is the most
 * of these. `wanted` lowers the number, and never raises it over what the descriptors allow. */
export function maxConnections(descriptors: number, upstreamConnections: number, wanted?: number): number {
  const available = Math.max(2, descriptors - RESERVED)
  const allowed = available - Math.min(upstreamConnections, Math.floor(available / 2))
  return Math.min(allowed, wanted ?? MOST_CONNECTIONS)
}

let descriptors: number | undefined

/** The process's limit of open descriptors. Node raises it to the hard limit at its start. */
export function descriptorLimit(): number {
  // A report takes 10 ms of CPU time.
  descriptors ??= readDescriptorLimit()
  return descriptors
}

function readDescriptorLimit(): number {
  const report: { excludeNetwork?: boolean; getReport(): object } = process.report
  report.excludeNetwork = true
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY
}

const WINDOW_MS = 1_000

/** True when the line of this kind may be written. */
export type LineSampler = (kind: number) => boolean

/** Lets so many lines of each kind through in a second. After the second, `report` gets the number of lines
 * that were left out. */
export function openLineSampler(
  linesPerSecond: number,
  report: (kind: number, omitted: number) => void,
): LineSampler {
  const counts = new Map<number, number>()
  const endWindow = () => {
    for (const [kind, count] of counts) if (count > linesPerSecond) report(kind, count - linesPerSecond)
    counts.clear()
  }
  return (kind) => {
    if (counts.size === 0) setTimeout(endWindow, WINDOW_MS).unref()
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= linesPerSecond
  }
}
