// One meaning of "invisible", "blank" and "dash", from the properties of Unicode, for queries, search documents, the mask,
// checks of emptiness and equality of users' texts (D-40). INVISIBLE, DASH and BLANK are the content of a character class, flag `u`.

/** Characters that no font shows and no reader misses: joiners, soft hyphen, marks of direction, fillers. */
export const INVISIBLE = '\\p{Default_Ignorable_Code_Point}'

/** Controls of annotations and hieroglyphs, which no font shows either; a query with one is refused. */
export const FORMAT_CONTROL = '\\ufff9-\\ufffb\\u{13430}-\\u{1343f}'

/** Hyphens, dashes and minus signs of every script, and marks that look like one. */
export const DASH = [
  '\\p{Dash}\\u02d7\\u2043\\u2052\\u23af\\u23ba-\\u23bd\\u2448\\u2796\\u2e43',
  // Of drawn boxes: whole, broken and half lines.
  '\\u2500\\u2501\\u2504\\u2505\\u2508\\u2509\\u254c\\u254d\\u2574\\u2576\\u2578\\u257a\\u257c\\u257e',
].join('')

// Han, Kana, Thai, Lao, Khmer, Myanmar, and the marks of repetition and length that Unicode gives to no script.
const LONE =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\u3006\\u3031-\\u3035\\u303c\\u30fc\\uff70'

/** Expression for a letter of a script that writes no blanks between words: each is a word of its own (D-40). */
export const LONE_LETTER = `(?=[\\p{L}\\p{Nl}])[${LONE}]`

// In NFKD the halfwidth voiced marks of Kana are marks, and U+0E33 and U+0EB3 begin with one.
const MARKS = `[\\p{M}\\u0e33\\u0eb3\\uff9e\\uff9f${INVISIBLE}]*`

/** Expression for such a letter with its marks, and with the letters that Khmer and Myanmar stack below it. */
export const LONE_WORD = `${LONE_LETTER}${MARKS}(?:(?<=[\\u17d2\\u1039])[\\u1000-\\u102a\\u1780-\\u17b3]${MARKS})*`

/** White space, and the braille blank, which looks like it. */
export const BLANK = '\\s\\u2800'

// With the musical null notehead and the Khitan filler, which have an empty glyph.
const ONLY_BLANK = new RegExp(`^[${BLANK}${INVISIBLE}${FORMAT_CONTROL}\\u{1d159}\\u{16fe4}]*$`, 'u')
const EACH_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** Whether a reader sees nothing: only blanks and invisible characters. */
export const isBlank = (text: string): boolean => ONLY_BLANK.test(text)

/** The text without its invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '')
/** Marks that a letter keeps, as in Unicode's stream-safe text format (UAX #15); no language needs more than a few. */
const MAX_MARKS = 30

/** Unicode's normal form of a text, in linear time. Of the marks on one letter those after the 30th are dropped first,
 * counted as NFKD has them: to sort a run of marks takes time that grows with the square of its length. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_RUN, withoutMarksBeyond).normalize(form)
}

// The halfwidth voiced sound marks of Katakana are letters of which NFKD makes marks. No character has more than three
// marks in NFKD, so a letter and eight marks never exceed 30.
const MARK = '[\\p{M}\\uff9e\\uff9f]'
const LONG_RUN = new RegExp(`[\\s\\S]?${MARK}{9,}`, 'gu')
const EACH_MARK = /\p{M}/gu

function withoutMarksBeyond(run: string): string {
  let marks = 0
  let end = 0
  for (const character of run) {
    marks += character.normalize('NFKD').match(EACH_MARK)?.length ?? 0
    if (marks > MAX_MARKS) break
    end += character.length
  }
  return run.slice(0, end)
}

// Code points of which the fold is not the lower case of its upper case: a dotless i folds to itself, and
// Cherokee folds to its capitals (Unicode CaseFolding.txt).
const DOTLESS_I = 'ı'
const CHEROKEE = /^[\u13a0-\u13fd\uab70-\uabbf]$/

/** The full Unicode case fold in NFC: texts that differ only in letter case, or in composed and decomposed
 * accents, have one fold (D-27). The fold of a fold is the same text. A letter keeps 30 marks. */
export function caseFold(text: string): string {
  let folded = ''
  for (const character of normalForm(text, 'NFC')) folded += foldCharacter(character)
  return normalForm(folded, 'NFC')
}

function foldCharacter(character: string): string {
  if (character === DOTLESS_I) return character
  // Lower case first: ẞ is its own upper case, ß is not.
  const upper = character.toLowerCase().toUpperCase()
  return CHEROKEE.test(character) ? upper : upper.toLowerCase()
}
/** The text with plain letters in place of lower-case ones with a stroke or ligature, which Unicode does not decompose, and of
 * the final sigma: `ø` is `o`. */
export function plainLetters(text: string): string {
  return text.replace(UNDECOMPOSED, (letter) => PLAIN[letter]!)
}

const UNDECOMPOSED = /[æðøþđħłŧœς]/g
const PLAIN: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  œ: 'oe',
  ς: 'σ',
}
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
