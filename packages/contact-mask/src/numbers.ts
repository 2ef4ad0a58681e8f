import { fold, type Hide, isDigit, type Reading, type Scan, type Span } from './reading.ts'

/** A shorter number is no phone number. */
const MIN_PHONE_DIGITS = 7
/** Shorter ones of the person are not looked for. */
const MIN_OWN_DIGITS = 5

const DIGITS = /[0-9]+/g
// What stands between the digits of one number. Runs of one class: a match never steps back.
const NUMBER_GAP = /^[\s()[\]./\\·•_~*+\p{Pd}−⁄-]*$/u
const WORD_CHARACTER = /[\p{L}\p{N}]/u
const YEAR = /^(?:19|20)[0-9][0-9]$/

/** Reports numbers of seven digits and more, in any spelling, but not years. */
export function scanNumbers({ form }: Reading, hide: Hide): void {
  let groups: Span[] = []
  const report = () => {
    if (isPhone(form, groups)) hide(numberStart(form, groups[0]!.start), groups.at(-1)!.end)
  }
  for (const group of digitGroups(form)) {
    const last = groups.at(-1)
    if (last && NUMBER_GAP.test(form.slice(last.end, group.start))) groups.push(group)
    else {
      report()
      groups = [group]
    }
  }
  report()
}

function* digitGroups(form: string): Generator<Span> {
  for (const { 0: digits, index } of form.matchAll(DIGITS)) yield { start: index, end: index + digits.length }
}

function isPhone(form: string, groups: readonly Span[]): boolean {
  const digits = groups.reduce((sum, { start, end }) => sum + end - start, 0)
  return digits >= MIN_PHONE_DIGITS && !groups.every(({ start, end }) => YEAR.test(form.slice(start, end)))
}

function numberStart(form: string, from: number): number {
  let start = from
  while (form[start - 1] === '+' || form[start - 1] === '(') start--
  return start
}

/** Returns a scanner for the digits of the person's own number, with or without the country code, whatever stands between
 * them but letters. */
export function ownNumberScan(phone: string): Scan {
  const own = (fold(phone).form.match(DIGITS) ?? []).join('')
  if (own.length < MIN_OWN_DIGITS) return () => {}
  // A country code has up to three digits.
  const wanted = own.slice(-Math.max(Math.min(own.length, MIN_PHONE_DIGITS - 1), own.length - 3))
  return ({ form }, hide) => {
    const places: number[] = []
    const parts: string[] = []
    let last: Span | undefined
    for (const group of digitGroups(form)) {
      if (last && WORD_CHARACTER.test(form.slice(last.end, group.start))) {
        parts.push(' ')
        places.push(last.end)
      }
      for (let place = group.start; place < group.end; place++) places.push(place)
      parts.push(form.slice(group.start, group.end))
      last = group
    }
    const digits = parts.join('')
    for (let i = digits.indexOf(wanted); i >= 0; i = digits.indexOf(wanted, i + wanted.length)) {
      hide(numberStart(form, groupStart(form, places[i]!)), groupEnd(form, places[i + wanted.length - 1]!))
    }
  }
}

function groupStart(form: string, from: number): number {
  let start = from
  while (isDigit(form[start - 1])) start--
  return start
}

function groupEnd(form: string, from: number): number {
  let end = from
  while (isDigit(form[end])) end++
  return end
}
