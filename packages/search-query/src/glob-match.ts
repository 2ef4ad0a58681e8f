/** Whether the whole word matches the pattern: `?` is one character, `*` any run. Takes at most word length x pattern
 * length steps. */
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
      // Backtracking to the last star is enough: earlier stars can keep their shortest match.
      i = star + 1
      k = ++starText
    } else return false
  }
  while (shape[i] === '*') i++
  return i === shape.length
}
