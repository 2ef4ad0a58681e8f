/** A request target that every parser reads alike; router, target policy and upstream use this same string. */
export interface Target {
  /** As sent, with the query. */
  url: string
  segments: string[]
}

// Visible ASCII without '#'.
const ORIGIN_FORM = /^\/[\x21\x22\x24-\x7e]*$/
const MAX_TARGET_LENGTH = 8_192
const MAX_DECODE_PASSES = 8

/** Splits a raw target into segments. Undefined when two parsers could read it differently: absolute form,
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

/** True when path or query contain the prefix of an API key (D-11), however often it is percent-encoded. */
export function holdsKey({ url }: Target): boolean {
  let text = url
  for (let pass = 0; pass < MAX_DECODE_PASSES && text.includes('%'); pass++) {
    const decoded = decodeEscapes(text)
    if (decoded === text) break
    text = decoded
  }
  return /[pc]k_live_/.test(text)
}

/** Tag labels and scorecard stages are free text: only there may an escape stand for a separator. */
export function isFreeText(segments: readonly string[], index: number): boolean {
  if (index !== segments.length - 1) return false
  const before = segments[index - 1]
  return before === 'tags' || before === 'scorecards'
}

function isUnambiguous(segment: string, isFree: boolean): boolean {
  if (segment.includes('\\') || isDots(segment)) return false
  if (!segment.includes('%')) return true
  const text = decode(segment)
  if (text === undefined || hasControl(text) || isDots(text)) return false
  // Not even a service that decodes twice may find dot segments.
  if (isFree) return !isDots(decode(text) ?? text)
  return !/[/\\%]/.test(text)
}

// Servers that strip path parameters read `..;x` as `..`.
function isDots(segment: string): boolean {
  const semicolon = segment.indexOf(';')
  const name = semicolon < 0 ? segment : segment.slice(0, semicolon)
  return name === '.' || name === '..'
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return /[\x00-\x1f\x7f]/.test(text)
}

// `%25` of any depth (`%252525`) becomes one `%`. Never throws: a broken escape stays as it is.
function decodeEscapes(text: string): string {
  const shallow = text.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
  return shallow.replace(/%([\da-f]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
