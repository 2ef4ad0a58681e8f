import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/** A place for a session. It has no transport until its client is initialized. */
export interface Place {
  readonly keyHash: Buffer
  transport?: WebStandardStreamableHTTPServerTransport
  /** Responses and streams that are not ended. */
  open: number
  lastUsedAt: number
}

const MAX_SESSIONS = 100
const MAX_SESSIONS_PER_KEY = 10
const IDLE_MS = 1_800_000

/** The sessions of authenticated keys, for revisions before 2026-07-28: at most 100, of one key 10. One that has no open
 * stream is idle: it is closed after 30 minutes without use, or when a new session needs its place. */
export class Sessions {
  /** In the order of their last use, the oldest first. */
  readonly #places = new Set<Place>()
  readonly #byId = new Map<string, Place>()
  readonly #timer = setInterval(() => this.#closeUnused(), 60_000).unref()
  readonly #openServer: (apiKey: string) => McpServer

  constructor(openServer: (apiKey: string) => McpServer) {
    this.#openServer = openServer
  }

  /** A place for a session of this key, in use until `release`. When the key has its most, the place of its idle session
   * that was used least recently; when the server is full, one of the least recently used key. `key` or `server` is full
   * when no session is idle. */
  take(apiKey: string): Place | 'key full' | 'server full' {
    const keyHash = hash(apiKey)
    const own = [...this.#places].filter((place) => place.keyHash.equals(keyHash))
    if (own.length >= MAX_SESSIONS_PER_KEY && !this.#close(own.find(isIdle))) return 'key full'
    if (this.#places.size >= MAX_SESSIONS && !this.#close(this.#leastRecent())) return 'server full'
    const place: Place = { keyHash, open: 1, lastUsedAt: Date.now() }
    this.#places.add(place)
    return place
  }

  /** Answers `initialize`, and ends the place after anything else. A session whose client has gone meanwhile is closed. */
  async open(place: Place, apiKey: string, message: Request): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        if (!this.#places.has(place)) return void transport.close()
        place.transport = transport
        this.#byId.set(id, place)
      },
    })
    const server = this.#openServer(apiKey)
    await server.connect(transport)
    const { onclose } = transport
    transport.onclose = () => {
      this.#delete(place)
      onclose?.()
    }
    const response = await transport.handleRequest(message)
    if (!place.transport) await server.close()
    return response
  }

  /** The session of this id, when it was opened with the same key; in use until `release`. */
  use(
    id: string,
    apiKey: string,
  ): (Place & { transport: WebStandardStreamableHTTPServerTransport }) | undefined {
    const place = this.#byId.get(id)
    if (!place?.transport || !timingSafeEqual(place.keyHash, hash(apiKey))) return undefined
    place.open++
    this.#touch(place)
    return place as Place & { transport: WebStandardStreamableHTTPServerTransport }
  }

  /** The end of a response or stream. */
  release(place: Place): void {
    place.open--
    this.#touch(place)
  }

  #delete(place: Place): void {
    this.#places.delete(place)
    const id = place.transport?.sessionId
    if (id !== undefined) this.#byId.delete(id)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#places].map(({ transport }) => transport?.close()))
  }

  #touch(place: Place): void {
    place.lastUsedAt = Date.now()
    // An ended place stays ended.
    if (this.#places.delete(place)) this.#places.add(place)
  }

  /** An idle session of the key whose latest use is the longest ago. */
  #leastRecent(): Place | undefined {
    const latest = new Map<string, Place[]>()
    for (const place of this.#places) {
      const key = place.keyHash.toString('hex')
      const places = latest.get(key) ?? []
      // Behind the keys that were used before.
      latest.delete(key)
      latest.set(key, [...places, place])
    }
    return [...latest.values()].flat().find(isIdle)
  }

  #closeUnused(): void {
    for (const place of this.#places) {
      if (isIdle(place) && Date.now() - place.lastUsedAt > IDLE_MS) this.#close(place)
    }
  }

  #close(place: Place | undefined): boolean {
    if (!place) return false
    this.#delete(place)
    void place.transport?.close()
    return true
  }
}

function isIdle({ open }: Place): boolean {
  return open === 0
}

function hash(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}
