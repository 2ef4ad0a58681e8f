import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { UnsentResponse, UnsentResponses } from './unsent-responses.ts'

// A short string goes out in one write with the headers, a buffer in two.
const SINGLE_WRITE_BYTES = 8_192

/** Sends a body of one part. False when the client has not taken all of it: count it in a `ResponseBody`. */
export function endAtOnce(response: ServerResponse, body: Buffer): boolean {
  if (body.length <= SINGLE_WRITE_BYTES) response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
  return response.writableFinished
}

/** The body of one response; stores what the client has not read yet, so that the service can finish. */
export class ResponseBody implements UnsentResponse {
  readonly key: string
  readonly connection: Socket
  bytes = 0
  /** The last part is here. */
  isEnded = false
  readonly #response: ServerResponse
  readonly #unsent: UnsentResponses
  readonly #chunks: Buffer[] = []
  #queuedBytes = 0
  /** Node has as much of the body as it should. */
  #isFull = false
  #onSpace: (() => void) | undefined

  constructor(response: ServerResponse, key: string, unsent: UnsentResponses) {
    this.#response = response
    this.key = key
    this.connection = response.req.socket
    this.#unsent = unsent
  }

  isSending(): boolean {
    return this.#response.socket !== null && this.#response.writableLength > 0
  }

  /** Adds a part. False when the response has more unsent bytes than it may: `onSpace` is called when it can
   * take the next part. */
  write(chunk: Buffer, onSpace: () => void): boolean {
    if (this.connection.destroyed) return true
    this.#add(chunk)
    this.#count()
    if (this.bytes <= this.#unsent.maxBytesPerResponse) return true
    this.#onSpace = onSpace
    return false
  }

  /** Completes the body. */
  end(last?: Buffer): void {
    if (this.connection.destroyed || this.isEnded) return
    this.isEnded = true
    if (this.#isFull) {
      if (last) this.#add(last)
    } else if (!this.#response.writableEnded) this.#response.end(last)
    if (!this.#response.writableFinished) this.#count()
  }

  /** The response is sent or given up. */
  close(): void {
    if (this.bytes > 0 && !this.connection.destroyed) this.#setBytes(0)
    this.#unsent.remove(this)
    this.#chunks.length = 0
  }

  #add(chunk: Buffer): void {
    if (this.#isFull) {
      this.#chunks.push(chunk)
      this.#queuedBytes += chunk.length
    } else this.#send(chunk)
  }

  // One part at a time: Node would send all it has as one, and report no progress until the client has read it.
  #send(chunk: Buffer): void {
    if (this.#response.write(chunk)) return
    this.#isFull = true
    this.#response.once('drain', () => this.#sendQueued())
  }

  #sendQueued(): void {
    this.#isFull = false
    while (!this.#isFull && this.#chunks.length > 0) {
      const chunk = this.#chunks.shift()!
      this.#queuedBytes -= chunk.length
      this.#send(chunk)
    }
    if (this.isEnded && !this.#isFull) this.#response.end()
    this.#count()
    if (!this.#onSpace || this.bytes > this.#unsent.maxBytesPerResponse / 2) return
    const onSpace = this.#onSpace
    this.#onSpace = undefined
    onSpace()
  }

  #count(): void {
    this.#setBytes(this.#queuedBytes + this.#response.writableLength)
  }

  #setBytes(bytes: number): void {
    const change = bytes - this.bytes
    this.bytes = bytes
    if (change !== 0) this.#unsent.changed(this, change)
  }
}
