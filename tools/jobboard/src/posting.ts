import { createHash } from 'node:crypto'

/** A line of the file as the API takes it. Values are passed on as they are: the API is the one that judges them. */
export interface Posting {
  body: Record<string, unknown>
  /** Stands for the posting in `Idempotency-Key`s: the same reference has the same one, in every run. */
  identity: string
}

const AS_THEY_ARE = [
  'title',
  'reference',
  'description',
  'city',
  'employmentType',
  'remoteType',
  'applyEmailAddress',
  'applyUrl',
]

/** Reads one line of JSON. `country` may be a name when `extra.countryCode` has the code; without an `applyMethod`
 * candidates apply on the platform. Throws a sentence when the line is no JSON object. */
export function toPosting(line: string): Posting {
  const row = parseObject(line)
  const extra = isObject(row.extra) ? row.extra : {}
  const body: Record<string, unknown> = {}
  for (const field of AS_THEY_ARE) if (row[field] !== undefined) body[field] = row[field]
  const country = extra.countryCode ?? row.country
  if (country !== undefined) body.country = country
  body.applyMethod = row.applyMethod ?? 'PlatformApply'
  const name =
    typeof row.reference === 'string' && row.reference !== '' ? `reference ${row.reference}` : `line ${line}`
  return { body, identity: createHash('sha256').update(name).digest('hex') }
}

function parseObject(line: string): Record<string, unknown> {
  let row: unknown
  try {
    row = JSON.parse(line)
  } catch {
    throw new Error('the line is not valid JSON')
  }
  if (!isObject(row)) throw new Error('the line is not a JSON object')
  return row
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
