import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import { type Api, type ApiResponse, openApi } from '../bearer-api.ts'
import { progress, Rejects } from './report.ts'

/** What to import, where to, and how. */
export interface ImportOptions {
  file: string
  baseUrl: string
  /** Lines are dealt to the keys round-robin: a line has the same key in every run. */
  apiKeys: string[]
  /** Maximum number of lines to import. */
  limit?: number
  /** Days until the published jobs expire; 0 leaves them drafts. */
  publishDays: number
  /** Imports a line without the fields that a job does not have, instead of refusing it. */
  ignoresUnknown: boolean
}

/** Counts of an import, so far or in the end. */
export interface ImportResult {
  lines: number
  created: number
  published: number
  /** Imported by an earlier run. */
  unchanged: number
  /** Not imported, or created but not published. */
  refused: Rejects
  /** How many lines were imported without a field that a job does not have, by its name. */
  ignored: Map<string, number>
  /** Why the import ended before the end of the file. */
  stopped?: string
}

const DAY_MS = 86_400_000
/** Key not accepted, no credits, no scope: every later line would fail in the same way. */
const FATAL_STATUSES = new Set([401, 402, 403])

/** Creates and publishes a job for each line through the public API. Running it again repeats nothing: each
 * line has its own `Idempotency-Key`, and only drafts are published. Shows the progress. */
export async function importLines(options: ImportOptions): Promise<ImportResult> {
  const { apiKeys, baseUrl, publishDays, ignoresUnknown } = options
  const apis = apiKeys.map((key) => openApi(baseUrl, key))
  const result: ImportResult = {
    lines: 0,
    created: 0,
    published: 0,
    unchanged: 0,
    refused: new Rejects(),
    ignored: new Map(),
  }
  const refuse = (line: number, response: ApiResponse) => {
    const reason = reasonOf(response)
    result.refused.add(`line ${line}`, reason)
    if (FATAL_STATUSES.has(response.status)) result.stopped ??= `line ${line}: ${reason}`
  }
  const importLine = async (api: Api, line: number, text: string) => {
    const posting = parseLine(text)
    if (typeof posting === 'string') return result.refused.add(`line ${line}`, posting)
    const created = await create(api, posting, ignoresUnknown)
    if (created.status !== 201) return refuse(line, created)
    for (const name of created.ignored) result.ignored.set(name, (result.ignored.get(name) ?? 0) + 1)
    const needsPublish = publishDays > 0 && created.body.status === 'Draft'
    if (!created.isReplayed) result.created++
    else if (!needsPublish) result.unchanged++
    if (!needsPublish) return
    const published = await publish(api, posting, created.body.id, publishDays)
    if (published.status !== 200) return refuse(line, published)
    result.published++
  }

  const show = progress(() => {
    const { lines, created, published, refused } = result
    return `${lines} lines read: ${created} created, ${published} published, ${refused.count} refused`
  })

  // One line per key at a time.
  let batch: Promise<void>[] = []
  for await (const [line, text] of readLines(options.file, options.limit)) {
    batch.push(importLine(apis[result.lines++ % apis.length]!, line, text))
    if (batch.length < apis.length) continue
    await Promise.all(batch)
    batch = []
    show()
    if (result.stopped) return result
  }
  await Promise.all(batch)
  return result
}

async function create(api: Api, { body, identity }: Posting, ignoresUnknown: boolean): Promise<ApiResponse> {
  const idempotencyKey = `import-create-${identity}`
  const isStrict = !ignoresUnknown
  const created = await api({ method: 'POST', path: '/api/v1/jobs', body, idempotencyKey, isStrict })
  if (created.status !== 201 || !created.isReplayed) return created
  // A replayed response has the job as it was created; whether to publish depends on its status now.
  const current = await api({ method: 'GET', path: `/api/v1/jobs/${created.body.id}` })
  return current.status === 200 ? { ...created, body: current.body } : current
}

function publish(api: Api, { identity }: Posting, id: unknown, days: number): Promise<ApiResponse> {
  const expiryDate = new Date(Date.now() + days * DAY_MS).toISOString()
  // A later run that finds a draft sends another date, which needs another key.
  const idempotencyKey = `import-publish-${identity}-${expiryDate}`
  return api({ method: 'POST', path: `/api/v1/jobs/${id}/publish`, body: { expiryDate }, idempotencyKey })
}

/** Yields up to `limit` lines that are not blank, with their numbers in the file. */
async function* readLines(file: string, limit = Number.POSITIVE_INFINITY): AsyncGenerator<[number, string]> {
  let lineNumber = 0
  let yielded = 0
  for await (const text of linesOf(file)) {
    lineNumber++
    if (yielded === limit) return
    const trimmed = text.replace(/^\uFEFF/, '').trim()
    if (trimmed === '') continue
    yielded++
    yield [lineNumber, trimmed]
  }
}

// Not node:readline, which ends a line at U+2028 too: a text of a JSON object may have one. Of a line that is longer than a
// body may be only the start is kept, which is no JSON.
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    // A carriage return at the end may be the first half of CRLF.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!.slice(0, MAX_BODY_BYTES)
    yield* lines
  }
  yield rest
}

function parseLine(text: string): Posting | string {
  try {
    return toPosting(text)
  } catch (error) {
    return (error as Error).message
  }
}

function reasonOf({ status, body }: ApiResponse): string {
  if (status === 401)
    return 'the API key is not accepted (401): check that it is a recruiter key, approved, not expired and not revoked'
  const message = typeof body.message === 'string' ? body.message : 'the API gave no reason'
  return `${message} (${status}${body.code ? ` ${body.code}` : ''})`
}

/** The report at the end: the first refused lines with their reasons, then the totals. */
export function report({ created, published, unchanged, refused, ignored, stopped }: ImportResult): string {
  const rows = refused.report('Refused:')
  if (stopped) {
    rows.push(`Stopped at ${stopped}`)
    rows.push('Correct this and run the same command again: imported lines are skipped.')
  }
  rows.push(...refused.advice())
  for (const [name, lines] of ignored)
    rows.push(`Ignored: ${name}, which a job does not have, in ${lines} ${lines === 1 ? 'line' : 'lines'}.`)
  if (unchanged > 0) rows.push(`${unchanged} imported before, unchanged.`)
  return [...rows, `${created} created, ${published} published, ${refused.count} refused`].join('\n')
}

/** A line of the file as a request body. Values are not validated here: the API validates them. */
export interface Posting {
  body: Record<string, unknown>
  /** Identifies the posting in `Idempotency-Key`s: SHA-256 of the reference, or of the line without one. */
  identity: string
}

/** Parses one line of JSON. `extra.countryCode` takes precedence over `country`, which may then be a name; all else is sent
 * as it is, for the API to check. `applyMethod` defaults to PlatformApply. Throws when the line is not a JSON object. */
export function toPosting(line: string): Posting {
  const body = parseObject(line)
  body.applyMethod ??= 'PlatformApply'
  if (isObject(body.extra)) {
    const { countryCode, ...more } = body.extra
    if (countryCode !== undefined && countryCode !== null) body.country = countryCode
    body.extra = Object.keys(more).length > 0 ? more : undefined
  }
  const { reference } = body
  const name = typeof reference === 'string' && reference !== '' ? `reference ${reference}` : `line ${line}`
  return { body, identity: createHash('sha256').update(name).digest('hex') }
}

function parseObject(line: string): Record<string, unknown> {
  let row: unknown
  try {
    row = JSON.parse(line, finite)
  } catch {
    throw new Error('the line is not valid JSON')
  }
  if (!isObject(row)) throw new Error('the line is not a JSON object')
  return row
}

// A number beyond those of JavaScript would be sent as null, which says nothing.
function finite(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
