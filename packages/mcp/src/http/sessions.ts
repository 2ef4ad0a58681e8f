import { createHash, timingSafeEqual } from 'node:crypto'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

interface Session {
  transport: StreamableHTTPServerTransport
  keyHash: Buffer
  /** Responses and streams that are not ended. */
  open: number
  lastUsedAt: number
}

const MAX_SESSIONS = 100
const IDLE_MS = 1_800_000

/** The sessions of a server by id. One that has no open stream and was not used for 30 minutes is closed. */
export class Sessions {
  readonly #sessions = new Map<string, Session>()
  readonly #timer = setInterval(() => this.#closeIdle(), 60_000).unref()

  get isFull(): boolean {
    this.#closeIdle()
    return this.#sessions.size >= MAX_SESSIONS
  }

  add(id: string, transport: StreamableHTTPServerTransport, apiKey: string): void {
    this.#sessions.set(id, { transport, keyHash: hash(apiKey), open: 0, lastUsedAt: Date.now() })
  }

  delete(id: string): void {
    this.#sessions.delete(id)
  }

  /** The transport of a session that was opened with the same key; counts as used until `onEnd` calls back. */
  use(
    id: string,
    apiKey: string,
    onEnd: (release: () => void) => void,
  ): StreamableHTTPServerTransport | undefined {
    const session = this.#sessions.get(id)
    if (!session || !timingSafeEqual(session.keyHash, hash(apiKey))) return undefined
    session.open++
    onEnd(() => {
      session.open--
      session.lastUsedAt = Date.now()
    })
    return session.transport
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()))
  }

  #closeIdle(): void {
    for (const { transport, open, lastUsedAt } of this.#sessions.values()) {
      if (open === 0 && Date.now() - lastUsedAt > IDLE_MS) void transport.close()
    }
  }
}

function hash(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}
