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
      /** `ready`, `degraded`, `unavailable` or `stopping`. */
      status: string
      isDegraded: boolean
      parts: Part[]
      samples: Sample[]
      clockDifferenceSeconds: number
    }

const TIMEOUT_MS = 5_000

/** Reads `/healthz/ready` and `/metrics` of a process, each within the time limit. Never throws. */
export async function observe(url: string, timeoutMs = TIMEOUT_MS): Promise<Report> {
  try {
    const sentAtMs = Date.now()
    const ready = await get(new URL('/healthz/ready', url), timeoutMs)
    const clockDifferenceSeconds = provenDifference(Date.parse(ready.date), sentAtMs, Date.now())
    const { status, parts = [] } = JSON.parse(ready.text) as { status: string; parts?: Part[] }
    const metrics = await get(new URL('/metrics', url), timeoutMs)
    return {
      status,
      isDegraded: status === 'degraded',
      parts,
      samples: parseSamples(metrics.text),
      clockDifferenceSeconds,
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // The code of a DOMException, such as a time-out, is a number that says nothing.
    const reason = typeof code === 'string' ? code : message
    return { error: error instanceof SyntaxError ? 'the response is not JSON' : reason }
  }
}

async function get(url: URL, timeoutMs: number): Promise<{ text: string; date: string }> {
  // When it is first needed: all of undici takes 4 MB.
  const { request } = await import('undici')
  const { body, headers } = await request(url, { signal: AbortSignal.timeout(timeoutMs) })
  return { text: await body.text(), date: String(headers.date) }
}

/** By how much a clock differs at least, however long the response took: it showed the second that begins at `dateMs`
 * between the request and the response. */
export function provenDifference(dateMs: number, sentAtMs: number, receivedAtMs: number): number {
  return Math.max(0, dateMs - receivedAtMs, sentAtMs - (dateMs + 1_000)) / 1_000
}

/** One value of a metric. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The samples of `/metrics`, in the text format of Prometheus. */
export function parseSamples(text: string): Sample[] {
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? []
    if (name !== undefined) samples.push({ name, labels: parseLabels(labels), value: Number(value) })
  }
  return samples
}

function parseLabels(text: string): Record<string, string> {
  const pairs: [string, string][] = []
  const pair = /(\w+)="((?:[^"\\]|\\.)*)",?/y
  for (let found = pair.exec(text); found; found = pair.exec(text)) pairs.push([found[1]!, found[2]!])
  return Object.fromEntries(pairs)
}

/** The highest value of a metric; undefined when there is none. */
export function highest(samples: readonly Sample[], name: string): number | undefined {
  const values = samples.filter((sample) => sample.name === name).map(({ value }) => value)
  return values.length > 0 ? Math.max(...values) : undefined
}
