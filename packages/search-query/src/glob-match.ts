/** True when the whole word has the shape of the pattern: `?` is one character, `*` any run. In at most
 * word x pattern steps, whatever the pattern. */
export function globMatches(pattern: string, word: string): boolean {
  const shape = [...pattern]
  const text = [...word]
  let i = 0
  let star = -1
  let starText = 0
  let k = 0
  while (k < text.length) {
    if (shape[i] === '*') {
      star = i++
      starText = k
    } else if (i < shape.length && (shape[i] === '?' || shape[i] === text[k])) {
      i++
      k++
    } else if (star >= 0) {
      // Only the last star needs another try: what earlier ones took can stay as short as it was.
      i = star + 1
      k = ++starText
    } else return false
  }
  while (shape[i] === '*') i++
  return i === shape.length
}
