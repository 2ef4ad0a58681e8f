import type { WireResponse } from './http/send.ts'

/** A response with what its headers say. */
export interface ApiResponse<T> {
  data: T
  status: number
  requestId: string | undefined
  /** Pass it as `ifMatch` to change only this version of the object. */
  etag: string | undefined
  /** The API returned the stored response of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean
  /** What the call cost and what is left of that kind; undefined for a free operation. */
  credits: { cost: number; remaining: number } | undefined
  /** Requests that the limit of this operation's family still allows now. */
  rateLimitRemaining: number | undefined
  headers: Headers
}

// biome-ignore lint/suspicious/noExplicitAny: as in Promise
type OnRejected<B> = ((reason: any) => B | PromiseLike<B>) | null

/** A call in flight: await it for the data, or `withResponse()` for the headers too. */
export class ApiCall<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiCall'
  readonly #response: Promise<ApiResponse<T>>

  constructor(response: Promise<WireResponse>) {
    this.#response = response.then(read<T>)
  }

  /** The data together with request id, ETag, credits and headers. */
  withResponse(): Promise<ApiResponse<T>> {
    return this.#response
  }

  // biome-ignore lint/suspicious/noThenProperty: a call is awaited like the promise of its data
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: OnRejected<B>,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: OnRejected<B>): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }
}

function read<T>({ status, headers, data }: WireResponse): ApiResponse<T> {
  const cost = headers.get('x-credits-cost')
  const remaining = headers.get('x-credits-remaining')
  const rateLimit = headers.get('x-ratelimit-remaining')
  return {
    data: data as T,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    isReplayed: headers.get('idempotency-replayed') === 'true',
    credits: cost && remaining ? { cost: Number(cost), remaining: Number(remaining) } : undefined,
    rateLimitRemaining: rateLimit === null ? undefined : Number(rateLimit),
    headers,
  }
}
