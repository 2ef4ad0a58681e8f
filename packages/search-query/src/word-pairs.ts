/** The distinct pairs of neighbouring words of `SearchDocument.body`, `/machine/learning/`: a profile contains a phrase of two
 * words if and only if it has that pair, and a longer phrase only if it has each of its pairs. */
export function wordPairs(body: string): string[] {
  const pairs = new Set<string>()
  for (const section of body.split('|')) {
    const words = section.split('/')
    // A section starts and ends with a slash.
    for (let i = 1; i + 2 < words.length; i++) pairs.add(wordPair(words[i]!, words[i + 1]!))
  }
  return [...pairs]
}

/** The pair of two encoded words. */
export function wordPair(first: string, second: string): string {
  return `/${first}/${second}/`
}
