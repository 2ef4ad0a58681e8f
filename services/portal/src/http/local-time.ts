import { timestamp } from '@jobboard/contracts/text'
import { dateFormat } from '@jobboard/html/values'
import { text } from './form.ts'
import type { Visit } from './page.ts'

/** What a page says about a time that is none. */
export const BAD_TIME = 'Enter a day and a time.'
const FORM = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d)?$/

/** The moment of a field `datetime-local` that a reader in a time zone filled in; undefined when it is empty, null when it is
 * no time that the API takes. Of a time that the clocks skip or repeat it is one of the two that it can mean. */
export function toMoment(local: string, zone: string): Date | null | undefined {
  if (local === '') return undefined
  if (!FORM.test(local)) return null
  const asUtc = Date.parse(`${local.slice(0, 16)}:00Z`)
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local.slice(0, 16))) return null
  // The offset at the moment itself: that of a moment nearby may be another one.
  const guess = asUtc - offsetMs(asUtc, zone)
  const moment = new Date(asUtc - offsetMs(guess, zone))
  return timestamp().safeParse(moment.toISOString()).success ? moment : null
}

/** A time of a filter: as the address has it, in the zone that the address names, so that a copied address means the same
 * for every reader; and as the reader's field shows it, in the zone of the tables. A time that is none stays as typed. */
export function readMoment(
  typed: string | undefined,
  named: string | undefined,
  zone: string,
): { moment: Date | null | undefined; shown: string } {
  const local = typed?.slice(0, 30) ?? ''
  const moment = toMoment(local, knownZone(named, zone))
  return { moment, shown: moment ? toLocal(moment, zone) : local }
}

/** A moment as the value of a field `datetime-local` of a reader in a time zone, to the minute. */
export function toLocal(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetMs(moment.getTime(), zone)).toISOString().slice(0, 16)
}

/** A day as date fields write it, `2026-12-23`, as it is at this time in a zone (IANA). */
export function dayOf(time: Date, zone: string): string {
  return toLocal(time, zone).slice(0, 10)
}

/** The last millisecond of a day in a zone; undefined for a text that is no day. */
export function endOfDay(day: string, zone: string): Date | undefined {
  const lastMinute = day.length === 10 ? toMoment(`${day}T23:59`, zone) : undefined
  return lastMinute ? new Date(lastMinute.getTime() + 59_999) : undefined
}

function offsetMs(time: number, timeZone: string): number {
  const parts = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(time)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(time / 1_000) * 1_000
}

/** The zone that a form names its times in: that of the page that showed it. */
export function zoneOfForm({ form, zone }: Pick<Visit, 'form' | 'zone'>): string {
  return knownZone(text(form, 'zone'), zone)
}

export function knownZone(named: string | undefined, otherwise: string): string {
  if (!named || named.length > 64) return otherwise
  try {
    dateFormat('en', { timeZone: named })
    return named
  } catch {
    return otherwise
  }
}
