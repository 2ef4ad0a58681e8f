/** A request target that has one meaning only; router, policy and upstream read this same string. */
export interface Target {
  /** As sent, with the query. */
  url: string
  segments: string[]
}

// Visible ASCII without '#': what every parser behind us reads alike.
const ORIGIN_FORM = /^\/[\x21\x22\x24-\x7e]*$/
const MAX_TARGET_LENGTH = 8_192

/** Splits a raw target into segments. Undefined for whatever two parsers could read differently: absolute form,
 * dot segments, `//`, backslashes, encoded separators, double encoding, broken or non-UTF-8 escapes. */
export function readTarget(url: string): Target | undefined {
  if (url.length > MAX_TARGET_LENGTH || !ORIGIN_FORM.test(url)) return undefined
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  const segments = path.slice(1).split('/')
  const last = segments.length - 1
  for (let index = 0; index <= last; index++) {
    const segment = segments[index]!
    if (segment === '' && index < last) return undefined
    if (!isUnambiguous(segment, isFreeText(segments, index))) return undefined
  }
  return { url, segments }
}

/** True when the query holds what looks like an API key (D-11). */
export function holdsKey({ url }: Target): boolean {
  const query = url.indexOf('?')
  return query >= 0 && /[pc]k_live_/.test(url.slice(query))
}

/** Tag labels and scorecard stages are free text: only there may an escape hide a separator. */
export function isFreeText(segments: readonly string[], index: number): boolean {
  if (index !== segments.length - 1) return false
  const before = segments[index - 1]
  return before === 'tags' || before === 'scorecards'
}

function isUnambiguous(segment: string, free: boolean): boolean {
  if (segment.includes('\\') || isDots(segment)) return false
  if (!segment.includes('%')) return true
  const text = decode(segment)
  if (text === undefined || hasControl(text) || isDots(text)) return false
  // A second decoding behind us must not find dots either.
  if (free) return !isDots(decode(text) ?? text)
  return !/[/\\%]/.test(text)
}

// `..;x` is `..` to servers that strip path parameters.
function isDots(segment: string): boolean {
  const semicolon = segment.indexOf(';')
  const name = semicolon < 0 ? segment : segment.slice(0, semicolon)
  return name === '.' || name === '..'
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\x00-\x1f\x7f]/.test(text)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
