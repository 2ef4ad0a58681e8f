import { isTopLevelDomain } from './domains.ts'
import { type Hide, isSpace, type Reading, skipSpaces } from './reading.ts'

const MAX_SPACES = 8

/** Reports e-mail addresses and handles: what stands around an `@`. */
export function scanAddresses({ form }: Reading, hide: Hide): void {
  let hiddenTo = 0
  for (let at = form.indexOf('@'); at >= 0; at = form.indexOf('@', Math.max(at + 1, hiddenTo))) {
    const target = skipSpaces(form, at + 1, MAX_SPACES)
    const end = targetEnd(form, target)
    // `@jane` is a handle; after a blank only a domain counts: `Engineer @ Work`.
    const isHandle = target === at + 1 && end > target
    if (!isHandle && !hasInnerDot(form, target, end)) continue
    const ending = form.slice(target, end).split('.').at(-1)!
    // A blank before it: `jane @ mail.example.org`, and not the word before the handle `@jane.doe`.
    const isApart = !isHandle || (hasInnerDot(form, target, end) && isTopLevelDomain(ending))
    hide(localStart(form, at, { hiddenTo, isApart }), end)
    hiddenTo = end
  }
}

function targetEnd(form: string, from: number): number {
  let end = from
  while (end < form.length && !isSpace(form[end]) && !SEPARATORS.has(form[end]!)) end++
  return end
}

const SEPARATORS = new Set(',;|')

function hasInnerDot(form: string, start: number, end: number): boolean {
  const target = form.slice(start, end)
  const dot = target.indexOf('.', 1)
  return !target.startsWith('@') && dot > 0 && dot < target.length - 1
}

function localStart(
  form: string,
  at: number,
  { hiddenTo, isApart }: { hiddenTo: number; isApart: boolean },
): number {
  let start = at
  if (isApart) while (start > hiddenTo && at - start < MAX_SPACES && isSpace(form[start - 1])) start--
  while (start > hiddenTo && !isSpace(form[start - 1]) && !SEPARATORS.has(form[start - 1]!)) start--
  return start
}
