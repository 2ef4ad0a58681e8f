import { request } from 'undici'
import { parseSamples, type Sample } from './samples.ts'
import type { Target } from './targets.ts'

/** A part of `/healthz/ready`. */
interface Part {
  name: string
  ok: boolean
  error?: string
}

/** What a process reports about itself; `error` when it does not respond. */
export type Report =
  | { error: string }
  | {
      error?: undefined
      isDegraded: boolean
      parts: Part[]
      samples: Sample[]
      clockDifferenceSeconds: number
    }

/** A process of a service and what it reports. */
export type Observed = Target & { report: Report }

const TIMEOUT_MS = 5_000

/** Reads `/healthz/ready` and `/metrics` of a process. Never throws. */
export async function observe(url: string): Promise<Report> {
  try {
    const sentAtMs = Date.now()
    const ready = await get(new URL('/healthz/ready', url))
    const clockDifferenceSeconds = provenDifference(Date.parse(ready.date), sentAtMs, Date.now())
    const { status, parts = [] } = JSON.parse(ready.text) as { status: string; parts?: Part[] }
    const metrics = await get(new URL('/metrics', url))
    return {
      isDegraded: status === 'degraded',
      parts,
      samples: parseSamples(metrics.text),
      clockDifferenceSeconds,
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { error: error instanceof SyntaxError ? 'the response is not JSON' : (code ?? message) }
  }
}

async function get(url: URL): Promise<{ text: string; date: string }> {
  const { body, headers } = await request(url, { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return { text: await body.text(), date: String(headers.date) }
}

/** By how much a clock differs at least, however long the response took: it showed the second that begins at `dateMs`
 * between the request and the response. */
export function provenDifference(dateMs: number, sentAtMs: number, receivedAtMs: number): number {
  return Math.max(0, dateMs - receivedAtMs, sentAtMs - (dateMs + 1_000)) / 1_000
}
