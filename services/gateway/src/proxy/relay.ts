import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { ClientGone } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { responseHeaders } from './headers.ts'

const ONE_WRITE_BYTES = 8_192

/** Writes one upstream answer into the raw response as it comes, no faster than the client reads. */
export class Relay implements Dispatcher.DispatchHandler {
  /** The request went out on a connection. */
  isStarted = false
  /** Something of the answer came in. */
  isReceiving = false
  readonly #exchange: Exchange
  readonly #mayRunAlready: boolean
  readonly #fail: (error: Error) => void
  #left = -1

  /** `mayRunAlready`: another try of this request was sent. `fail` is called when no byte has gone to the client yet; later
   * the connection is cut. */
  constructor(exchange: Exchange, mayRunAlready: boolean, fail: (error: Error) => void) {
    this.#exchange = exchange
    this.#mayRunAlready = mayRunAlready
    this.#fail = fail
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { response } = this.#exchange
    if (response.destroyed || response.writableEnded) {
      controller.abort(new ClientGone())
      return
    }
    this.isStarted = true
    this.#exchange.onClose = () => {
      if (!response.writableFinished) controller.abort(new ClientGone())
    }
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return
    this.isReceiving = true
    // The key is good and the gateway vouched for it: a service that says 401 is wired wrongly.
    if (status === 401) throw new Error('the service did not accept our signature')
    // P-38: `idempotency_in_progress` of our own first try is no conflict of the client's making.
    if (status === 409 && this.#mayRunAlready && headers['retry-after'] !== undefined) {
      throw new Error('the first try is still running')
    }
    const length = headers['content-length']
    this.#left = length === undefined ? -1 : Number(length)
    this.#exchange.onAnswer(status)
    this.#exchange.response.writeHead(status, responseHeaders(headers, this.#exchange.headers))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#exchange
    if (chunk.length === this.#left) {
      this.#left = 0
      // A short string leaves in one write together with the headers.
      if (chunk.length <= ONE_WRITE_BYTES) return void response.end(chunk.toString('latin1'), 'latin1')
      return void response.end(chunk)
    }
    if (this.#left > 0) this.#left -= chunk.length
    if (response.write(chunk)) return
    controller.pause()
    response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#exchange.response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#exchange.response.writableEnded) return
    if (this.#exchange.response.headersSent) return void this.#exchange.response.destroy()
    this.#fail(error)
  }
}
