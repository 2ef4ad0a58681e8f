import type { Call } from '../api.ts'
import type { OperationId, RequestBody, RequestInput } from '../operation.ts'
import type { AnyOptions, CallOptions, WriteOptions } from '../options.ts'

/** Whether a key is live or of a sandbox. */
export type Mode = 'live' | 'test'

/** The mode of a key, by its text. */
export const modeOf = (apiKey: string): Mode => (/^[pc]k_test_/.test(apiKey) ? 'test' : 'live')

/** Applies, expiries, failures and retries on request, in the sandbox of the key. With a live key each throws TypeError, and nothing
 * is sent. */
export const sandbox = (all: Call, mode: Mode) => {
  const call = <O extends OperationId>(operation: O, input: RequestInput<O>, options?: AnyOptions) => {
    if (mode === 'test') return all(operation, input, options)
    throw new TypeError('This client has a live key: client.sandbox needs a key that begins with pk_test_')
  }
  return {
    /** What the sandbox holds, and when it ends. */
    get: (options?: CallOptions) => call('read-sandbox', {}, options),
    /** Begins again with a new sandbox under the same keys. */
    reset: (options?: WriteOptions) => call('reset-sandbox', {}, options),
    /** Lets candidates apply to a job. */
    apply: (body: RequestBody<'apply-in-sandbox'>, options?: WriteOptions) =>
      call('apply-in-sandbox', { body }, options),
    expireJob: (id: number, options?: WriteOptions) => call('expire-job', { path: { id } }, options),
    /** Ends the free days of an unlocked profile. */
    endUnlock: (candidateId: number, options?: WriteOptions) =>
      call('end-unlock', { path: { candidateId } }, options),
    /** Makes the next attempt of a delivery due. */
    makeDeliveryDue: (deliveryId: string, options?: WriteOptions) =>
      call('make-delivery-due', { path: { deliveryId } }, options),
    /** Answers the next deliveries of a subscription in place of its receiver. */
    simulateReceiver: (
      subscriptionId: number,
      body: RequestBody<'simulate-receiver'>,
      options?: WriteOptions,
    ) => call('simulate-receiver', { path: { subscriptionId }, body }, options),
    lapseConsent: (candidateId: number, options?: WriteOptions) =>
      call('lapse-consent', { path: { candidateId } }, options),
    /** Sets the applies of a candidate of today to 0. */
    resetApplies: (candidateId: number, options?: WriteOptions) =>
      call('reset-applies', { path: { candidateId } }, options),
    /** Mints a key of a candidate; only the response shows it. */
    mintCandidateKey: (
      candidateId: number,
      body: RequestBody<'mint-sandbox-candidate-key'>,
      options?: WriteOptions,
    ) => call('mint-sandbox-candidate-key', { path: { candidateId }, body }, options),
    /** Lets the next calls of this key fail. */
    fail: (body: RequestBody<'simulate-failure'>, options?: WriteOptions) =>
      call('simulate-failure', { body }, options),
  }
}
