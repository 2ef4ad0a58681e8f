// Extended and basic format of ISO 8601; in each the offset may have either form, as many programs write it.
const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)$/
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d(?::?\d\d)?)$/

/** The time that an ISO 8601 timestamp states, cut to milliseconds; undefined for any other text. Date, hours, minutes and
 * `Z` or an offset are required; seconds and their fraction are not. Every part must exist: no 30 February, no hour 24,
 * no leap second (D-09). */
export function readTimestamp(text: string): Date | undefined {
  const parts = EXTENDED.exec(text) ?? BASIC.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const offset = offsetMinutes(parts[8]!)
  if (hour > 23 || minute > 59 || second > 59 || offset === undefined) return undefined
  const time = new Date(0)
  // Not Date.UTC, which reads the years 0 to 99 as 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day)
  if (time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined
  time.setUTCHours(hour, minute - offset, second, Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0')))
  return time
}

function offsetMinutes(text: string): number | undefined {
  if (text === 'Z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(3).replace(':', ''))
  if (hours > 23 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
