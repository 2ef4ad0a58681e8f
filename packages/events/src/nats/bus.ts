import { setTimeout as sleep } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../log.ts'

/** A connection to NATS that may be down: a service starts and serves without it, and its outbox holds. */
export interface Bus {
  /** These three throw before the first connection; later they buffer or time out while NATS is away. */
  readonly nc: NatsConnection
  readonly js: JetStreamClient
  readonly jsm: JetStreamManager
  /** Copies that a cluster keeps of each stream. */
  readonly streamReplicas: number
  isUp(): boolean
  /** Whether the first attempt to connect succeeded. */
  firstAttempt(): Promise<boolean>
  /** Resolves once there has been a connection. Rejects when the signal aborts or the bus closes. */
  ready(signal?: AbortSignal): Promise<void>
  /** Calls back with the connection, now and whenever a new one replaces it. Returns the way to stop. */
  onConnect(callback: (nc: NatsConnection) => void): () => void
  /** Sends what is buffered and closes; stop consumers and relay first. */
  close(): Promise<void>
}

/** `url`: one or more of `nats://[user:password@]host:port`, separated by commas. */
export interface BusOptions {
  url: string
  name: string
  log: Log
  streamReplicas?: number
}

const PUBLISH_TIMEOUT_MS = 1_500
const RETRY_MS = 250

interface Link {
  nc: NatsConnection
  js: JetStreamClient
  jsm: JetStreamManager
}

/** Opens a bus at once and connects in the background, again and again until `close`. Never throws for an absent server. */
export function openBus({ url, name, log, streamReplicas = 1 }: BusOptions): Bus {
  const closing = new AbortController()
  const callbacks = new Set<(nc: NatsConnection) => void>()
  const firstAttempt = Promise.withResolvers<boolean>()
  let link: Link | undefined
  let up = false

  async function keepConnected(): Promise<void> {
    let told = false
    while (!closing.signal.aborted) {
      try {
        const nc = await connect(settings(url, name))
        if (closing.signal.aborted) return await nc.close()
        const timeout = PUBLISH_TIMEOUT_MS
        const jsm = await jetstreamManager(nc, { timeout, checkAPI: false })
        link = { nc, js: jetstream(nc, { timeout }), jsm }
        up = true
        told = false
        log.info({ server: nc.getServer(), version: nc.info?.version }, 'nats connected')
        for (const callback of callbacks) callback(nc)
        firstAttempt.resolve(true)
        await watch(nc)
      } catch (error) {
        if (!told) log.warn({ err: error }, 'nats cannot be reached; trying on')
        told = true
      }
      firstAttempt.resolve(false)
      up = false
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function watch(nc: NatsConnection): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') log.warn({}, 'nats disconnected')
      if (status.type === 'reconnect') log.info({}, 'nats reconnected')
      if (status.type === 'disconnect' || status.type === 'reconnect') up = status.type === 'reconnect'
    }
  }

  const running = keepConnected()
  const linked = (): Link => {
    if (!link) throw new Error('nats has not been reached yet')
    return link
  }

  const bus: Bus = {
    get nc() {
      return linked().nc
    },
    get js() {
      return linked().js
    },
    get jsm() {
      return linked().jsm
    },
    streamReplicas,
    isUp: () => up && !closing.signal.aborted,
    firstAttempt: () => firstAttempt.promise,
    ready(signal) {
      return new Promise((resolve, reject) => {
        const given = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
        const abort = () => reject(new Error('stopped before nats was reached'))
        if (given.aborted) return abort()
        given.addEventListener('abort', abort, { once: true })
        const stop = bus.onConnect(() => {
          given.removeEventListener('abort', abort)
          queueMicrotask(() => stop())
          resolve()
        })
      })
    },
    onConnect(callback) {
      callbacks.add(callback)
      if (link && !link.nc.isClosed()) callback(link.nc)
      return () => void callbacks.delete(callback)
    },
    async close() {
      closing.abort()
      if (up) await link?.nc.drain().catch(() => {})
      await link?.nc.close()
      await running
    },
  }
  return bus
}

function settings(list: string, name: string): ConnectionOptions {
  const urls = list.split(',').map((url) => new URL(url.trim()))
  const { username, password } = urls[0]!
  return {
    servers: urls.map((url) => `${url.hostname}:${url.port || 4222}`),
    name,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RETRY_MS,
    noAsyncTraces: true,
    timeout: 2_000,
    // A cut line is noticed after pingInterval x (maxPingOut + 1).
    pingInterval: 2_000,
    maxPingOut: 2,
  }
}
