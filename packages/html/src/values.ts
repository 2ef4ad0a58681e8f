import { type Child, type Html, html } from './html.ts'

/** In which numbers and times are written. */
export const locale = 'en-GB'

/** How a time is shown: day and minute, day, or its distance from now. */
export type TimeStyle = 'dateTime' | 'date' | 'relative'

// The same options as in assets/portal.js, which shows the time again in the browser's zone.
const formats: Record<'dateTime' | 'date', Intl.DateTimeFormatOptions> = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
}
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const madeFormats = new Map<string, Intl.DateTimeFormat>()
/** Some for each zone of the readers. */
const MAX_FORMATS = 500
const numbers = new Intl.NumberFormat(locale)
const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** A time in the reader's zone, an IANA name, with the UTC as its title; "Never" for null. */
export function when(
  time: Date | string | null | undefined,
  zone: string,
  style: TimeStyle = 'dateTime',
  now = new Date(),
): Html {
  const date = time instanceof Date ? time : new Date(time ?? Number.NaN)
  if (Number.isNaN(date.getTime()))
    return html`<span class="text-body-secondary">${time ? String(time) : 'Never'}</span>`
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const text = style === 'relative' ? distance(date, now) : formatter(zone, style).format(date)
  return html`<time datetime=${date.toISOString()} title=${utc} data-style=${style}>${text}</time>`
}

/** A whole or decimal number with separators. */
export function number(n: number): string {
  return numbers.format(n)
}

const creditNames: Record<string, string> = {
  JobPosting: 'job posting',
  CvSearch: 'CV search',
  CvDownload: 'unlock',
}

/** `credits('JobPosting')` is "job posting credits". */
export function credits(kind: string, n = 2): string {
  return `${creditNames[kind] ?? kind} ${n === 1 ? 'credit' : 'credits'}`
}

/** `money(1, 'JobPosting')` is "1 job posting credit". */
export function money(n: number, kind: string): string {
  return `${number(n)} ${credits(kind, n)}`
}

/** A text that somebody typed: its direction is its own, it breaks anywhere, and shows at most `lines` lines (1 to 5). */
export function userText(text: string | null | undefined, { lines }: { lines?: 1 | 2 | 3 | 5 } = {}): Html {
  return html`<span dir="auto" class=${lines ? `jb-text jb-lines-${lines}` : 'jb-text'}>${text ?? ''}</span>`
}

/** Terms with their values; one without a value is left out. Pairs where the terms are what somebody typed. */
export function definitions(items: Record<string, Child> | [string, Child][]): Html {
  const pairs = Array.isArray(items) ? items : Object.entries(items)
  const known = pairs.filter(([, value]) => value || value === 0)
  return html`<dl class="jb-definitions vstack gap-2">
    ${known.map(([term, value]) => html`<div><dt class="fw-normal text-body-secondary">${term}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** Figures side by side; one with a link leads to what it counts. */
export function stats(items: readonly { label: string; value: Child; hint?: Child; href?: string }[]): Html {
  return html`<dl class="jb-stats card flex-row flex-wrap overflow-hidden">
    ${items.map(
      ({ label, value, hint, href }) => html`<div class="jb-stat">
        <dt class="small text-body-secondary fw-normal">${href ? html`<a class="jb-row-link text-reset text-decoration-none" href=${href}>${label}</a>` : label}</dt>
        <dd class="fs-4 fw-semibold">${value}</dd>
        ${hint && html`<dd class="small text-body-secondary">${hint}</dd>`}
      </div>`,
    )}
  </dl>`
}

export function progress({ done, total, label }: { done: number; total: number; label: string }): Html {
  return html`<label class="jb-progress">
    <span>${label}</span>
    <progress value=${Math.max(0, Math.min(done, total))} max=${Math.max(1, total)}></progress>
    <span class="text-body-secondary">${number(done)} of ${number(total)}</span>
  </label>`
}

/** The format of these options, made once: making one takes longer than formatting with it a hundred times. Throws a
 * RangeError for a zone that does not exist. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = madeFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options)
    if (madeFormats.size >= MAX_FORMATS) madeFormats.clear()
    madeFormats.set(key, format)
  }
  return format
}

/** In UTC for a zone that does not exist. */
function formatter(zone: string, style: 'dateTime' | 'date'): Intl.DateTimeFormat {
  try {
    return dateFormat(locale, { ...formats[style], timeZone: zone })
  } catch {
    return dateFormat(locale, { ...formats[style], timeZone: 'UTC' })
  }
}

function distance(date: Date, now: Date): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1_000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return distances.format(Math.trunc(seconds / size), unit)
}
