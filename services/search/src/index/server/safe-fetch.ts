import { MeilisearchError } from './meilisearch-error.ts'

/** `fetch` for the Meilisearch client that ends after `timeoutMs` and returns the parsed body. Throws MeilisearchError: the
 * errors of the client and of Meilisearch quote filters and documents. */
export function safeFetch(timeoutMs: number): (...args: Parameters<typeof fetch>) => Promise<unknown> {
  return async (url, init) => {
    // Meilisearch sends a compressed response in several packets, of which the last waits 40 ms for an acknowledgement.
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    let status: number
    let text: string
    try {
      const signal = AbortSignal.any(signals)
      const response = await fetch(url, { ...init, headers, redirect: 'error', signal })
      status = response.status
      text = await response.text()
    } catch (error) {
      throw new MeilisearchError(`Meilisearch did not respond: ${reasonOf(error)}`)
    }
    const body = parsed(text)
    if (status < 300 && body !== undefined) return body
    const code = codeOf(body)
    throw new MeilisearchError(`Meilisearch responded ${status} ${code ?? ''}`.trimEnd(), {
      status,
      ...(code ? { code } : {}),
    })
  }
}

/** The error code of a response or of a failed task. */
export function codeOf(body: unknown): string | undefined {
  const code = (body as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' && /^[a-z_]{1,100}$/.test(code) ? code : undefined
}

// `{}` for an empty body; undefined for one that is not JSON, such as the page of a proxy.
function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  const code = cause?.code
  return typeof code === 'string' && /^[A-Z_0-9]{1,50}$/.test(code) ? code : (name ?? 'error')
}
