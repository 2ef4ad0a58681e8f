import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Api, type ApiAnswer, openApi } from './api.ts'
import { type Posting, toPosting } from './posting.ts'

/** What to import, where to, and how. */
export interface ImportOptions {
  file: string
  baseUrl: string
  /** Lines are dealt to them in turn: the same line has the same key in every run. */
  apiKeys: string[]
  /** Lines to read at most. */
  limit?: number
  /** How long the postings are published for; 0 leaves them drafts. */
  publishDays: number
}

/** A line that did not get through. */
export interface Refusal {
  line: number
  field?: string
  reason: string
}

/** What came of it; `known` were there already, `stopped` says why it ended before the file did. */
export interface ImportResult {
  lines: number
  created: number
  published: number
  known: number
  refused: number
  firstRefused: Refusal[]
  stopped?: string
}

const SHOWN = 20
const DAY_MS = 86_400_000
/** What the next line would meet as well. */
const HOPELESS = new Set([401, 402, 403])

/** Creates and publishes each line through the public API. Repeats change nothing: each line has its own
 * `Idempotency-Key`, and a job that is no Draft any more is left alone. `onLine` hears of progress. */
export async function importJobs(
  options: ImportOptions,
  onLine: (result: ImportResult) => void,
): Promise<ImportResult> {
  const { apiKeys, baseUrl, publishDays } = options
  const apis = apiKeys.map((key) => openApi(baseUrl, key))
  const result: ImportResult = { lines: 0, created: 0, published: 0, known: 0, refused: 0, firstRefused: [] }
  const refuse = (line: number, { status, body }: ApiAnswer) => {
    const refusal = toRefusal(line, status, body)
    note(result, refusal)
    if (HOPELESS.has(status)) result.stopped ??= `line ${line}: ${refusal.reason}`
  }
  const importLine = async (api: Api, line: number, text: string) => {
    const posting = read(text)
    if (typeof posting === 'string') return note(result, { line, reason: posting })
    const made = await create(api, posting)
    if (made.status !== 201) return refuse(line, made)
    const draft = made.body.status === 'Draft'
    if (!made.replayed) result.created++
    else if (!draft || publishDays === 0) result.known++
    if (!draft || publishDays === 0) return
    const published = await publish(api, posting, made.body.id, publishDays)
    if (published.status !== 200) return refuse(line, published)
    result.published++
  }

  let batch: Promise<void>[] = []
  for await (const [line, text] of numbered(options.file, options.limit)) {
    batch.push(importLine(apis[result.lines++ % apis.length]!, line, text))
    if (batch.length < apis.length) continue
    await Promise.all(batch)
    batch = []
    onLine(result)
    if (result.stopped) return result
  }
  await Promise.all(batch)
  return result
}

async function create(api: Api, { body, identity }: Posting): Promise<ApiAnswer> {
  const idempotencyKey = `import-create-${identity}`
  const made = await api({ method: 'POST', path: '/api/v1/jobs', body, idempotencyKey })
  if (made.status !== 201 || !made.replayed) return made
  // A replay tells the state of then; the state of now decides whether there is anything left to do.
  const now = await api({ method: 'GET', path: `/api/v1/jobs/${made.body.id}` })
  return now.status === 200 ? { ...made, body: now.body } : now
}

function publish(api: Api, { identity }: Posting, id: unknown, days: number): Promise<ApiAnswer> {
  const expiryDate = new Date(Date.now() + days * DAY_MS).toISOString()
  // The date is part of the key: a later run that finds a Draft asks for another date.
  const idempotencyKey = `import-publish-${identity}-${expiryDate}`
  return api({ method: 'POST', path: `/api/v1/jobs/${id}/publish`, body: { expiryDate }, idempotencyKey })
}

async function* numbered(file: string, limit = Number.POSITIVE_INFINITY): AsyncGenerator<[number, string]> {
  let line = 0
  let given = 0
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line++
    if (given === limit) return
    const trimmed = text.replace(/^\uFEFF/, '').trim()
    if (trimmed === '') continue
    given++
    yield [line, trimmed]
  }
}

function read(text: string): Posting | string {
  try {
    return toPosting(text)
  } catch (error) {
    return (error as Error).message
  }
}

function note(result: ImportResult, refusal: Refusal): void {
  result.refused++
  if (result.firstRefused.length < SHOWN) result.firstRefused.push(refusal)
}

// The API's messages begin with the field: "country: must be ...".
function toRefusal(line: number, status: number, body: Record<string, unknown>): Refusal {
  if (status === 401) return { line, reason: 'the API key is not accepted (401)' }
  const message = typeof body.message === 'string' ? body.message : 'no reason given'
  const [, field, rest] = /^([\w.]+): (.*)$/s.exec(message) ?? []
  const code = `${status}${body.code ? ` ${body.code}` : ''}`
  return field ? { line, field, reason: `${rest} (${code})` } : { line, reason: `${message} (${code})` }
}
