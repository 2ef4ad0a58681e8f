import { createHash } from 'node:crypto'

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
