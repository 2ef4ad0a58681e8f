import { createHash } from 'node:crypto'

/** A line of the file as a request body. Values are not validated here: the API validates them. */
export interface Posting {
  body: Record<string, unknown>
  /** Identifies the posting in `Idempotency-Key`s: SHA-256 of the reference, or of the line without one. */
  identity: string
}

const COPIED_FIELDS = [
  'title',
  'reference',
  'description',
  'city',
  'employmentType',
  'remoteType',
  'applyEmailAddress',
  'applyUrl',
]

/** Parses one line of JSON. `extra.countryCode` takes precedence over `country`, which may then be a name.
 * `applyMethod` defaults to PlatformApply. Throws when the line is not a JSON object. */
export function toPosting(line: string): Posting {
  const row = parseObject(line)
  const extra = isObject(row.extra) ? row.extra : {}
  const body: Record<string, unknown> = {}
  for (const field of COPIED_FIELDS) if (row[field] !== undefined) body[field] = row[field]
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
