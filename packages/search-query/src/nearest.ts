import { editDistance } from '@jobboard/contracts/edit-distance'
import { encodeWord } from './tokenise.ts'

/** Where the words of a vocabulary stand that may be the one that was meant: encoded words to look up, and the start of others, whose
 * encodings have a length in these bounds. */
export interface Neighbourhood {
  spellings: string[]
  start: { prefix: string; minLength: number; maxLength: number } | undefined
}

const PLAIN = /^[a-z0-9+#.]+$/
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz0123456789+#.']
/** Longer words are looked up by their start alone: 2,400 spellings of a word are enough. */
const MAX_SPELLED = 30
/** The longest encoding of a character. */
const BYTES_PER_CHARACTER = 5

/** How many single mistakes away from a word another one is near: none for one of two characters, one up to five, else two. */
function mostMistakes(word: string): number {
  const { length } = [...word]
  return length < 3 ? 0 : length < 6 ? 1 : 2
}

/** Where the words near to a word are looked for. */
export function neighbourhood(word: string): Neighbourhood {
  const most = mostMistakes(word)
  if (most === 0) return { spellings: [], start: undefined }
  const isPlain = PLAIN.test(word)
  const spellings = isPlain && word.length <= MAX_SPELLED ? spellingsOf(word) : []
  // Each spelling with one mistake is listed already.
  if (spellings.length > 0 && most === 1) return { spellings, start: undefined }
  const { length } = encodeWord(word)
  const away = most * (isPlain ? 1 : BYTES_PER_CHARACTER)
  const prefix = encodeWord([...word].slice(0, isPlain ? 3 : 2).join(''))
  return { spellings, start: { prefix, minLength: length - away, maxLength: length + away } }
}

/** A plain word with each single mistake: a character left out, swapped with the next, replaced or added. */
function spellingsOf(word: string): string[] {
  const found = new Set<string>()
  for (let i = 0; i <= word.length; i++) {
    const [before, after] = [word.slice(0, i), word.slice(i)]
    if (after) found.add(before + after.slice(1))
    if (after.length > 1) found.add(before + after[1] + after[0] + after.slice(2))
    for (const character of ALPHABET) {
      found.add(before + character + after)
      if (after) found.add(before + character + after.slice(1))
    }
  }
  found.delete(word)
  found.delete('')
  return [...found]
}

/** Those of the words that are near to `word`, fewest mistakes first; of equally near ones those with its first character, then by
 * code point. */
export function nearest(word: string, words: readonly string[], limit: number): string[] {
  const most = mostMistakes(word)
  const characters = [...word]
  return [...new Set(words)]
    .map((other) => ({ other, mistakes: editDistance(characters, [...other], most) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most)
    .sort(
      (a, b) =>
        a.mistakes - b.mistakes ||
        Number(b.other[0] === word[0]) - Number(a.other[0] === word[0]) ||
        (a.other < b.other ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ other }) => other)
}
