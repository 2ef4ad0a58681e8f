import { dateFormat } from '../html/values.ts'
import { text } from '../http/form.ts'
import type { Visit } from '../http/visit.ts'

const DAY_MS = 86_400_000

/** A day as date fields write it, `2026-12-23`, as it is at this time in a zone (IANA). */
export function dayOf(time: Date, zone: string): string {
  const parts = dateFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(time)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The last millisecond of a day in a zone; undefined for a text that is no day. */
export function endOfDay(day: string, zone: string): Date | undefined {
  const startMs = Date.parse(`${day}T00:00:00Z`)
  if (day.length !== 10 || Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== day) {
    return undefined
  }
  const endMs = startMs + DAY_MS - 1
  // The offset at the time that the first guess gives: clocks may change on that day.
  const guessMs = endMs - offsetMs(endMs, zone)
  return new Date(endMs - offsetMs(guessMs, zone))
}

// How far the clocks of a zone are ahead of UTC.
function offsetMs(atMs: number, timeZone: string): number {
  const name = dateFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(atMs))
    .find(({ type }) => type === 'timeZoneName')?.value
  // `GMT`, `GMT+05:30`, `GMT-03:30:52`
  const [hours = 0, minutes = 0, seconds = 0] = (name ?? 'GMT').slice(4).split(':').map(Number)
  const sign = name?.charAt(3) === '-' ? -1 : 1
  return sign * (hours * 3_600 + minutes * 60 + seconds) * 1_000
}

/** The zone that the form names its day in: the reader's, or UTC where the page was shown before the browser named a zone. */
export function zoneOfForm({ form, zone }: Pick<Visit, 'form' | 'zone'>): string {
  return text(form, 'zone') === 'UTC' ? 'UTC' : zone
}
