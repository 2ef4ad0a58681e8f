import type { z } from 'zod'

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  nan: 'no number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  set: 'an array',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  file: 'a file',
  never: 'absent',
  undefined: 'absent',
  void: 'absent',
}

const FORMATS: Record<string, string> = {
  email: 'an e-mail address',
  url: 'a URL, such as https://example.com/path',
  uuid: 'a UUID',
  guid: 'a UUID',
  datetime: 'an ISO 8601 timestamp in UTC, such as 2030-01-31T12:00:00Z',
  date: 'a date, such as 2030-01-31',
  time: 'a time, such as 12:00:00',
  duration: 'an ISO 8601 duration, such as P3DT4H',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'a range of IPv4 addresses, such as 203.0.113.0/24',
  cidrv6: 'a range of IPv6 addresses, such as 2001:db8::/32',
  base64: 'base64',
  base64url: 'base64url',
  json_string: 'JSON',
  e164: 'a phone number, such as +14155550123',
  jwt: 'a JSON Web Token',
  lowercase: 'in lower case',
  uppercase: 'in upper case',
}

/** Says in plain words what an input must be, to follow the name of its field. For each `parse` of what a client sent, as
 * `error`; a message of the schema itself comes first. */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.exact ? exactly(issue.origin, issue.minimum) : atLeast(issue)
    case 'too_big':
      return issue.exact ? exactly(issue.origin, issue.maximum) : atMost(issue)
    case 'invalid_format':
      return formatOf(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have ${issue.keys.length > 1 ? 'the fields' : 'the field'} ${issue.keys.join(', ')}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return Array.isArray(issue.options) && issue.options.length > 0
        ? `must be one of ${issue.options.map(String).join(', ')}`
        : 'has none of the forms that are accepted'
    case 'invalid_key':
      return `has a name that is not accepted: it ${issue.issues[0]?.message ?? 'is not valid'}`
    case 'invalid_element':
      return `has an entry that is not accepted: it ${issue.issues[0]?.message ?? 'is not valid'}`
    default:
      return 'is not valid'
  }
}

type Limit = { origin: string; inclusive?: boolean | undefined }

function atLeast({ origin, minimum, inclusive = true }: Limit & { minimum: number | bigint }): string {
  if (UNITS[origin]) {
    return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${sized(origin, minimum)}`
  }
  if (origin === 'date') return `must not be before ${isoOf(minimum)}`
  return `must be ${inclusive ? 'at least' : 'more than'} ${minimum}`
}

function atMost({ origin, maximum, inclusive = true }: Limit & { maximum: number | bigint }): string {
  if (UNITS[origin]) return `must have at most ${sized(origin, maximum)}`
  if (origin === 'date') return `must not be after ${isoOf(maximum)}`
  return `must be ${inclusive ? 'at most' : 'less than'} ${maximum}`
}

const exactly = (origin: string, size: number | bigint) =>
  UNITS[origin] ? `must have exactly ${sized(origin, size)}` : `must be ${size}`

const sized = (origin: string, size: number | bigint) =>
  `${size} ${UNITS[origin]![Number(size) === 1 ? 0 : 1]}`

const ENTRIES = ['entry', 'entries'] as const
const UNITS: Record<string, readonly [one: string, more: string]> = {
  string: ['character', 'characters'],
  array: ENTRIES,
  set: ENTRIES,
  map: ENTRIES,
  record: ENTRIES,
  file: ['byte', 'bytes'],
}

const isoOf = (time: number | bigint) => new Date(Number(time)).toISOString()

function formatOf(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { format } = issue
  if (format === 'starts_with') return `must begin with ${issue.prefix}`
  if (format === 'ends_with') return `must end with ${issue.suffix}`
  if (format === 'includes') return `must contain ${issue.includes}`
  const known = FORMATS[format]
  if (known) return `must be ${known}`
  return issue.pattern === undefined ? 'does not have the right form' : `must match ${issue.pattern}`
}
