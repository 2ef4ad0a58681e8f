import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { ClientGone } from '../http/failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import { responseHeaders } from './headers.ts'

const SINGLE_WRITE_BYTES = 8_192

/** Streams one response of a service to the client, no faster than the client reads. */
export class ResponseRelay implements Dispatcher.DispatchHandler {
  /** The request was sent on a connection. */
  isSent = false
  /** The response began. */
  isReceiving = false
  /** Status of the response, when it is relayed. */
  status: number | undefined
  /** Why nothing was relayed. */
  error: Error | undefined
  readonly #context: RequestContext
  readonly #mayRunAlready: boolean
  readonly #onSettled: (relay: ResponseRelay) => void
  #controller: Dispatcher.DispatchController | undefined
  #bytesLeft = -1

  /** `mayRunAlready`: an earlier attempt of this request was sent. `onSettled` is called once, when `status` or `error` is
   * set; a failure after that cuts the client's connection. */
  constructor(context: RequestContext, mayRunAlready: boolean, onSettled: (relay: ResponseRelay) => void) {
    this.#context = context
    this.#mayRunAlready = mayRunAlready
    this.#onSettled = onSettled
  }

  /** The client has gone: cancels the request, unless it has not been sent and never will be. */
  abort(): void {
    this.#controller?.abort(new ClientGone())
  }

  /** Settles with this error, unless it is settled. */
  fail(error: Error): void {
    if (this.status !== undefined || this.error) return
    this.error = error
    this.#onSettled(this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { response } = this.#context
    if (this.error || response.destroyed || response.writableEnded) {
      controller.abort(new ClientGone())
      return
    }
    this.#controller = controller
    this.isSent = true
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return
    this.isReceiving = true
    // The gateway authenticated the caller: a 401 means that the service has another CALLER_SECRET.
    if (status === 401) throw new Error('the service did not accept the caller token')
    // P-38: this idempotency_in_progress comes from our own earlier attempt; the client made no conflict.
    if (status === 409 && this.#mayRunAlready && headers['retry-after'] !== undefined) {
      throw new Error('the first attempt is still running')
    }
    const length = headers['content-length']
    this.#bytesLeft = length === undefined ? -1 : Number(length)
    this.#context.response.writeHead(status, responseHeaders(headers, this.#context.responseHeaders))
    this.status = status
    this.#onSettled(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#context
    if (chunk.length === this.#bytesLeft) {
      this.#bytesLeft = 0
      // A short string goes out in one write with the headers, a buffer in two.
      if (chunk.length <= SINGLE_WRITE_BYTES) return void response.end(chunk.toString('latin1'), 'latin1')
      return void response.end(chunk)
    }
    if (this.#bytesLeft > 0) this.#bytesLeft -= chunk.length
    if (response.write(chunk)) return
    controller.pause()
    response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#context.response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { response } = this.#context
    if (this.status !== undefined && !response.writableEnded) response.destroy()
    this.fail(error)
  }
}
