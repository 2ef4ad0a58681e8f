import type { DescribedField } from './error-response.ts'
import type { KnownFields } from './known-fields.ts'
import { nearest } from './nearest.ts'

/** A field of a body that the endpoint does not have. */
export interface UnknownField {
  /** Names and indexes from the body to the field; the last one is text of the client. */
  path: (string | number)[]
  /** The fields that stand in its place. */
  known: Iterable<string>
}

/** Most fields that a response names. */
const MAX_FIELDS = 20
const MAX_NAME_LENGTH = 50
/** Characters of the header: with the other headers it fits the 4 KiB that nginx reads of a response by default. */
const MAX_HEADER_LENGTH = 1_024

/** The first 20 fields of a JSON value that are unknown. Takes time linear in the value, and goes as deep as the known
 * fields go. */
export function findUnknownFields(value: unknown, known: KnownFields): UnknownField[] {
  const found: UnknownField[] = []
  collect(value, known, [], found)
  return found
}

function collect(
  value: unknown,
  known: KnownFields,
  path: UnknownField['path'],
  found: UnknownField[],
): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (!known.items) return
    for (let index = 0; index < value.length && found.length < MAX_FIELDS; index++) {
      if (typeof value[index] === 'object') collect(value[index], known.items, [...path, index], found)
    }
    return
  }
  for (const [name, field] of Object.entries(value)) {
    if (found.length === MAX_FIELDS) return
    const inner = known.fields.get(name)
    if (inner) collect(field, inner, [...path, name], found)
    else if (!known.isOpen) found.push({ path: [...path, name], known: known.fields.keys() })
  }
}

/** The value of `X-Ignored-Fields`: paths, with other characters than letters, digits and `-_.!~*'()` percent-encoded as
 * UTF-8. Leaves out what does not fit. */
export function ignoredFieldsHeader(fields: readonly UnknownField[]): string {
  let value = ''
  for (const { path } of fields) {
    const name = path.map((part) => encodeURIComponent(shorten(part))).join('.')
    if (value.length + name.length > MAX_HEADER_LENGTH) break
    value += value === '' ? name : `, ${name}`
  }
  return value
}

/** Why an unknown field is refused: names the nearest known one. */
export function unknownFieldError({ path, known }: UnknownField): DescribedField {
  const names = path.map((part) => shorten(part).replace(/\p{C}/gu, '\ufffd'))
  const near = nearest(String(path.at(-1)), known)
  const hint = near === undefined ? '/openapi.json lists the fields of this body' : `did you mean ${near}?`
  const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { pointer, reason: `unknown field: ${hint}`, message: `unknown field ${names.join('.')}: ${hint}` }
}

function shorten(part: string | number): string {
  return String(part).slice(0, MAX_NAME_LENGTH).toWellFormed()
}
