import type { IncomingHttpHeaders } from 'node:http'
import { DRAINING_HEADER } from '@jobboard/service/http/health'
import { OUT_OF_ORDER_MS } from '@jobboard/service/http/replicas'
import type { Dispatcher } from 'undici'
import { ClientGone } from '../http/failure.ts'
import type { RequestContext } from '../http/request-context.ts'
import { responseHeaders } from './headers.ts'
import { endAtOnce, ResponseBody } from './response-body.ts'
import type { UnsentResponses } from './unsent-responses.ts'

interface RelayOptions {
  /** Name of the key that unsent bytes count for. */
  readonly key: string
  readonly unsent: UnsentResponses
  /** An earlier attempt of this request was sent. */
  readonly mayRunAlready: boolean
  /** Another replica can take the request when this one responds 503. */
  mayTryAnother(): boolean
  /** Called once, when `status` or `error` is set; a failure after that cuts the client's connection. */
  onSettled(relay: ResponseRelay): void
}

/** Relays one response of a service to the client. */
export class ResponseRelay implements Dispatcher.DispatchHandler {
  /** The request was sent on a connection. */
  isSent = false
  /** The response began. */
  isReceiving = false
  /** The response is received completely, or lost: its connection is free. */
  isDone = false
  /** Status of the response, when it is relayed. */
  status: number | undefined
  /** Why nothing was relayed. */
  error: Error | undefined
  /** The replica responded 503 at once: it is out of order. */
  isOutOfOrder = false
  /** The replica stops: it responds to what it received and closes its port afterwards. */
  isLeaving = false
  /** `performance.now()` when the request was sent; before that, when it was made. */
  sentAtMs = performance.now()
  readonly #context: RequestContext
  #body: ResponseBody | undefined
  readonly #options: RelayOptions
  #controller: Dispatcher.DispatchController | undefined
  #onDone: (() => unknown)[] | undefined
  #bytesLeft = -1

  constructor(context: RequestContext, options: RelayOptions) {
    this.#context = context
    this.#options = options
  }

  /** Calls the function when `isDone` becomes true. */
  whenDone(onDone: () => unknown): void {
    if (this.isDone) onDone()
    else if (this.#onDone) this.#onDone.push(onDone)
    else this.#onDone = [onDone]
  }

  /** The client's connection is closed, or everything is sent to it. */
  close(): void {
    this.#body?.close()
    // A request that waits for a connection is cancelled by `onRequestStart`.
    if (!this.isDone) this.#controller?.abort(new ClientGone())
  }

  /** Settles with this error, unless it is settled. */
  fail(error: Error): void {
    if (this.status !== undefined || this.error) return
    this.error = error
    this.#options.onSettled(this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { response } = this.#context
    if (this.error || response.destroyed || response.writableEnded) {
      controller.abort(new ClientGone())
      return
    }
    this.#controller = controller
    this.isSent = true
    this.sentAtMs = performance.now()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders) {
    if (status < 200) return
    this.isLeaving = headers[DRAINING_HEADER] !== undefined
    if (status === 503 && performance.now() - this.sentAtMs < OUT_OF_ORDER_MS) {
      this.isOutOfOrder = true
      if (this.#options.mayTryAnother()) throw new Error('the replica responded 503')
    }
    this.isReceiving = true
    // The gateway authenticated the caller: a 401 means that the service has another CALLER_SECRET.
    if (status === 401) throw new Error('the service did not accept the caller token')
    // This idempotency_in_progress comes from our own earlier attempt; the client made no conflict.
    if (status === 409 && this.#options.mayRunAlready && headers['retry-after'] !== undefined) {
      throw new Error('the first attempt is still running')
    }
    const length = headers['content-length']
    this.#bytesLeft = length === undefined ? -1 : Number(length)
    this.#context.response.writeHead(status, responseHeaders(headers, this.#context.responseHeaders))
    this.status = status
    this.#options.onSettled(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (chunk.length === this.#bytesLeft) {
      this.#bytesLeft = 0
      // Most responses are one part that the kernel takes at once.
      if (!this.#body && endAtOnce(this.#context.response, chunk)) return
      this.#openBody().end(chunk)
      return
    }
    if (this.#bytesLeft > 0) this.#bytesLeft -= chunk.length
    if (!this.#openBody().write(chunk, () => controller.resume())) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#body) this.#body.end()
    else this.#context.response.end()
    this.#setDone()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { response } = this.#context
    if (this.status !== undefined && !(this.#body?.isEnded ?? response.writableEnded)) response.destroy()
    this.fail(error)
    this.#setDone()
  }

  #openBody(): ResponseBody {
    this.#body ??= new ResponseBody(this.#context.response, this.#options.key, this.#options.unsent)
    return this.#body
  }

  #setDone(): void {
    if (this.isDone) return
    this.isDone = true
    for (const onDone of this.#onDone ?? []) onDone()
  }
}
