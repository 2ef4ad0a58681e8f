import { createHash } from 'node:crypto'

/** What the API says about a key; `limited` with the value of its `Retry-After`. */
export type Verdict = { is: 'valid' | 'invalid' | 'unavailable' } | { is: 'limited'; retryAfter: string }

const TIMEOUT_MS = 5_000
const ACCEPTED_MS = 60_000
const MAX_ACCEPTED = 1_000

/** Asks the API for keys: one request, which counts in the key's rate limit; a verdict within 5 s. A key that was accepted
 * is not asked for again for a minute: the API refuses what it may no longer do with each call. */
export class KeyCheck {
  readonly #accepted = new Map<string, number>()
  readonly #url: URL

  constructor(baseUrl: string) {
    this.#url = new URL('/api/v1/key', baseUrl)
  }

  async verdict(apiKey: string): Promise<Verdict> {
    const id = createHash('sha256').update(apiKey).digest('base64')
    if ((this.#accepted.get(id) ?? 0) > Date.now()) return { is: 'valid' }
    this.#accepted.delete(id)
    const verdict = await this.#ask(apiKey)
    if (verdict.is === 'valid') {
      if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.clear()
      this.#accepted.set(id, Date.now() + ACCEPTED_MS)
    }
    return verdict
  }

  async #ask(apiKey: string): Promise<Verdict> {
    try {
      const response = await fetch(this.#url, {
        headers: { authorization: `Bearer ${apiKey}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.status === 401) return { is: 'invalid' }
      if (response.status === 429) {
        return { is: 'limited', retryAfter: response.headers.get('retry-after') ?? '60' }
      }
      // On every response to a valid key (D-17), also when the balances in it are unavailable.
      return { is: response.ok || response.headers.has('ratelimit-policy') ? 'valid' : 'unavailable' }
    } catch {
      return { is: 'unavailable' }
    }
  }
}
