import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node'

/** A connection to NATS that may be down: services start and serve without it, events wait in the outbox. */
export interface Bus {
  /** These three throw before the first connection; later they buffer or time out while NATS is down. */
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  /** Replicas of each stream in a NATS cluster. */
  readonly streamReplicas: number
  /** Limits of the event streams. */
  readonly streamLimits: StreamLimits
  isUp(): boolean
  /** Why there is no connection, while there is none; undefined before the first attempt has failed. */
  failure(): unknown
  /** Counts connections and reconnections; another value means that the server may have restarted. */
  readonly connections: number
  /** Whether the first attempt to connect succeeded. */
  firstAttempt(): Promise<boolean>
  /** Resolves once there has been a connection. Rejects when the signal aborts or the bus closes. */
  ready(signal?: AbortSignal): Promise<void>
  /** Calls back with the connection, now and when a new one replaces it. Returns an unsubscribe function. */
  onConnect(callback: (nc: NatsConnection) => void): () => void
  /** Flushes and closes; stop consumers and relay first. */
  close(): Promise<void>
}

/** `STREAM_MAX_BYTES`, `STREAM_MAX_AGE_DAYS` and `STREAM_REPLICAS`. */
export interface StreamLimits {
  maxBytes: number
  maxAgeDays: number
  replicas: number
}

/** `url`: one or more of `nats://[user:password@]host:port`, separated by commas. */
export interface BusOptions {
  url: string
  /** `user` and `password` count when the URL has none; they are not encoded. */
  user?: string | undefined
  password?: string | undefined
  name: string
  log: Log
  streamLimits?: StreamLimits
}

const PUBLISH_TIMEOUT_MS = 1_500
const RETRY_MS = 250
const STREAM_LIMITS: StreamLimits = { maxBytes: 1_073_741_824, maxAgeDays: 14, replicas: 1 }

interface Connection {
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
}

/** Returns at once and connects in the background, retrying until `close`. Never throws for a missing server. */
export function openBus(options: BusOptions): Bus {
  const { log, streamLimits = STREAM_LIMITS } = options
  const closing = new AbortController()
  const callbacks = new Set<(nc: NatsConnection) => void>()
  const firstAttempt = Promise.withResolvers<boolean>()
  let connection: Connection | undefined
  let up = false
  let connections = 0
  let failure: unknown

  async function keepConnected(): Promise<void> {
    let failureLogged = false
    while (!closing.signal.aborted) {
      try {
        const nc = await connect(connectionOptions(options))
        if (closing.signal.aborted) return await nc.close()
        const timeout = PUBLISH_TIMEOUT_MS
        const jsm = await jetstreamManager(nc, { timeout, checkAPI: false })
        connection = { nc, js: jetstream(nc, { timeout }), jsm }
        up = true
        connections++
        failureLogged = false
        log.info({ server: nc.getServer(), version: nc.info?.version }, 'nats connected')
        for (const callback of callbacks) callback(nc)
        firstAttempt.resolve(true)
        await watch(nc)
      } catch (error) {
        failure = error
        if (!failureLogged) log.warn({ err: error }, 'nats unreachable, retrying')
        failureLogged = true
      }
      firstAttempt.resolve(false)
      up = false
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function watch(nc: NatsConnection): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') log.warn({}, 'nats disconnected')
      if (status.type === 'disconnect') failure = undefined
      if (status.type === 'error') failure = status.error
      if (status.type === 'reconnect') connections++
      if (status.type === 'reconnect') log.info({}, 'nats reconnected')
      if (status.type === 'disconnect' || status.type === 'reconnect') up = status.type === 'reconnect'
    }
  }

  const running = keepConnected()
  const connected = (): Connection => {
    if (!connection) throw new Error('nats not connected yet')
    return connection
  }

  const bus: Bus = {
    get nc() {
      return connected().nc
    },
    get js() {
      return connected().js
    },
    get jsm() {
      return connected().jsm
    },
    streamReplicas: streamLimits.replicas,
    streamLimits,
    get connections() {
      return connections
    },
    isUp: () => up && !closing.signal.aborted,
    failure: () => failure,
    firstAttempt: () => firstAttempt.promise,
    ready(signal) {
      return new Promise((resolve, reject) => {
        const stopSignal = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
        const abort = () => reject(new Error('stopped before nats connected'))
        if (stopSignal.aborted) return abort()
        stopSignal.addEventListener('abort', abort, { once: true })
        const unsubscribe = bus.onConnect(() => {
          stopSignal.removeEventListener('abort', abort)
          // A callback that runs during `onConnect` comes before the assignment of `unsubscribe`.
          queueMicrotask(() => unsubscribe())
          resolve()
        })
      })
    },
    onConnect(callback) {
      callbacks.add(callback)
      if (connection && !connection.nc.isClosed()) callback(connection.nc)
      return () => void callbacks.delete(callback)
    },
    async close() {
      closing.abort()
      if (up) await connection?.nc.drain().catch(() => {})
      await connection?.nc.close()
      await running
    },
  }
  return bus
}

/** Where replies to the requests of a client are published. Another user of NATS may not read them. */
export const inboxPrefixOf = (name: string): string => `_INBOX.${name}`

function connectionOptions({ url: urlList, name, user, password }: BusOptions): ConnectionOptions {
  const urls = urlList.split(',').map((url) => new URL(url.trim()))
  const credentials = credentialsIn(urls[0]!) ?? (user ? { user, pass: password ?? '' } : {})
  return {
    servers: urls.map((url) => `${url.hostname}:${url.port || 4222}`),
    name,
    inboxPrefix: inboxPrefixOf(name),
    ...credentials,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RETRY_MS,
    noAsyncTraces: true,
    timeout: 2_000,
    // A dead connection is detected after pingInterval x (maxPingOut + 1) = 6 s.
    pingInterval: 2_000,
    maxPingOut: 2,
  }
}

function credentialsIn({ username, password }: URL): { user: string; pass: string } | undefined {
  return username ? { user: decode(username), pass: decode(password) } : undefined
}

/** A percent sign that encodes nothing stands for itself. */
function decode(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

type LogLine = (details: object, message: string) => void

/** The part of a pino logger that this package uses. Event payloads are never logged. */
export interface Log {
  info: LogLine
  warn: LogLine
  error: LogLine
}
