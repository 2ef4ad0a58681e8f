// One meaning of "invisible", "blank" and "dash", from the properties of Unicode, for queries, search documents, the mask,
// checks of emptiness and equality of users' texts (D-40). INVISIBLE, DASH and BLANK are the content of a character class, flag `u`.

/** Characters that no font shows and no reader misses: joiners, soft hyphen, marks of direction, fillers. */
export const INVISIBLE = '\\p{Default_Ignorable_Code_Point}'

/** Hyphens, dashes and minus signs of every script, and seven marks that look like one. */
export const DASH = '\\p{Dash}\\u02d7\\u2043\\u2052\\u23af\\u2500\\u2501\\u2796'

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

const ONLY_BLANK = new RegExp(`^[${BLANK}${INVISIBLE}]*$`, 'u')
const EACH_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** Whether a reader sees nothing: only blanks and invisible characters. */
export const isBlank = (text: string): boolean => ONLY_BLANK.test(text)

/** The text without its invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '')
