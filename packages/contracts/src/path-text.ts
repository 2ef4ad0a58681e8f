const MAX_DECODE_PASSES = 8

/** Whether the gateway accepts a text as the last, percent-encoded segment of a path. It refuses dot segments,
 * also in a text that is decoded once more, and the prefix of an API key, however often it is encoded (D-11). */
export function isPathText(text: string): boolean {
  if (isDots(text) || isDots(decode(text))) return false
  let decoded = text
  for (let pass = 0; pass < MAX_DECODE_PASSES && decoded.includes('%'); pass++)
    decoded = decodeEscapes(decoded)
  return !/[pc]k_live_/.test(decoded)
}

// Servers that strip path parameters read `..;x` as `..`.
function isDots(text: string): boolean {
  return /^\.\.?(;|$)/.test(text)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// `%25` of any depth becomes one `%`; a broken escape stays as it is.
function decodeEscapes(text: string): string {
  return text
    .replace(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    .replace(/%([\da-f]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}
