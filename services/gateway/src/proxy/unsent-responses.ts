import type { Socket } from 'node:net'
import type { GatewayEnv } from '../env.ts'

/** A response of which the client has not read everything yet. */
export interface UnsentResponse {
  /** Name of the key that the memory counts for. */
  readonly key: string
  readonly connection: Socket
  /** Bytes in the memory of this process. */
  readonly bytes: number
  /** The connection sends this response now; one behind it waits for it. */
  isSending(): boolean
}

/** The limits of unsent responses. Times count only while this process runs: each check counts as one interval,
 * however late a busy machine makes it. */
interface UnsentLimits {
  /** Memory of all unsent responses. */
  readonly maxBytes: number
  /** Memory of one response; above it the service is read no faster than the client reads. */
  readonly maxBytesPerResponse: number
  /** How long a client may read slower than `MIN_BYTES_PER_SECOND`. */
  readonly graceMs: number
  /** How long sending one response may take. */
  readonly timeoutMs: number
}

/** Why a connection was cut: the shared memory was full, or its client read too slowly. */
type CutReason = 'memory' | 'slow'

/** All unsent responses of one port. */
export interface UnsentResponses {
  readonly maxBytesPerResponse: number
  /** Call it whenever `bytes` of the response has changed, with the change. Cuts the connection with the
   * largest response of the key that holds most while the memory is full. */
  changed(response: UnsentResponse, byBytes: number): void
  /** The response is sent or given up. */
  remove(response: UnsentResponse): void
  bytes(): number
  readonly cuts: Record<CutReason, number>
  stop(): void
}

/** Average over the grace period. The kernel reports progress in steps of up to about 1 MB. */
const MIN_BYTES_PER_SECOND = 10_240
const LONGEST_CHECK_MS = 1_000
const CHECKS_PER_GRACE = 20

interface Connection {
  readonly responses: Set<UnsentResponse>
  /** How much longer the client may read nothing. */
  patienceMs: number
  /** The response being sent, and for how long. */
  sending: UnsentResponse | undefined
  sendingMs: number
}

/** Tracks unsent responses and cuts the connections of slow readers. */
export function openUnsentResponses(limits: UnsentLimits): UnsentResponses {
  const { maxBytes, maxBytesPerResponse, graceMs, timeoutMs } = limits
  const connections = new Map<Socket, Connection>()
  const bytesByKey = new Map<string, number>()
  const cuts = { memory: 0, slow: 0 }
  const checkMs = Math.min(LONGEST_CHECK_MS, graceMs / CHECKS_PER_GRACE)
  let total = 0
  let timer: NodeJS.Timeout | undefined

  const count = (key: string, byBytes: number) => {
    total += byBytes
    const bytes = (bytesByKey.get(key) ?? 0) + byBytes
    if (bytes > 0) bytesByKey.set(key, bytes)
    else bytesByKey.delete(key)
  }

  function track(response: UnsentResponse): Connection {
    let connection = connections.get(response.connection)
    if (!connection) {
      connection = { responses: new Set(), patienceMs: graceMs, sending: undefined, sendingMs: 0 }
      connections.set(response.connection, connection)
      timer ??= setInterval(check, checkMs).unref()
    }
    connection.responses.add(response)
    return connection
  }

  function remove(response: UnsentResponse): void {
    const connection = connections.get(response.connection)
    if (!connection?.responses.delete(response)) return
    count(response.key, -response.bytes)
    if (connection.responses.size > 0) return
    connections.delete(response.connection)
    if (connections.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function cut(socket: Socket, reason: CutReason): void {
    cuts[reason]++
    for (const response of connections.get(socket)?.responses ?? []) remove(response)
    socket.destroy()
  }

  function check(): void {
    for (const [socket, connection] of connections) {
      const sending = [...connection.responses].find((response) => response.isSending())
      connection.sendingMs = sending === connection.sending ? connection.sendingMs + checkMs : 0
      connection.sending = sending
      // While the service produces the response in front, the client cannot read those behind it.
      if (!sending) continue
      connection.patienceMs -= checkMs
      if (connection.patienceMs < 0 || connection.sendingMs > timeoutMs) cut(socket, 'slow')
    }
  }

  // Returns false when there is nothing to free.
  function freeMemory(): boolean {
    let most = 0
    let key: string | undefined
    for (const [name, bytes] of bytesByKey) {
      if (bytes > most) [key, most] = [name, bytes]
    }
    let largest: UnsentResponse | undefined
    for (const { responses } of connections.values()) {
      for (const response of responses) {
        if (response.key === key && response.bytes > (largest?.bytes ?? 0)) largest = response
      }
    }
    if (largest) cut(largest.connection, 'memory')
    return largest !== undefined
  }

  return {
    maxBytesPerResponse,
    cuts,
    bytes: () => total,
    remove,
    changed(response, byBytes) {
      const connection = track(response)
      count(response.key, byBytes)
      if (byBytes < 0) {
        const earnedMs = (-byBytes / MIN_BYTES_PER_SECOND) * 1_000
        connection.patienceMs = Math.min(graceMs, connection.patienceMs + earnedMs)
      }
      while (total > maxBytes && freeMemory());
    },
    stop: () => clearInterval(timer),
  }
}

const MIB = 1_048_576

/** Public: responses are stored whole, so that a slow client holds no connection to a service. Operators:
 * exports of any length at the pace of the client, without a deadline. */
export function openUnsent(env: GatewayEnv): Record<'public' | 'admin', UnsentResponses> {
  const { RESPONSE_GRACE_MS: graceMs, RESPONSE_TIMEOUT_MS: timeoutMs } = env
  const never = Number.POSITIVE_INFINITY
  return {
    public: openUnsentResponses({ maxBytes: 64 * MIB, maxBytesPerResponse: 16 * MIB, graceMs, timeoutMs }),
    admin: openUnsentResponses({
      maxBytes: 64 * MIB,
      maxBytesPerResponse: 65_536,
      graceMs: never,
      timeoutMs: never,
    }),
  }
}
