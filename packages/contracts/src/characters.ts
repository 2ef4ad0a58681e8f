// One meaning of "invisible", "blank" and "dash", from the properties of Unicode, for queries, search documents, the mask,
// checks of emptiness and equality of users' texts (D-40). Each constant is the content of a character class, flag `u`.

/** Characters that no font shows and no reader misses: joiners, soft hyphen, marks of direction, fillers. */
export const INVISIBLE = '\\p{Default_Ignorable_Code_Point}'

/** Hyphens, dashes and minus signs of every script. */
export const DASH = '\\p{Dash}'

const ONLY_BLANK = new RegExp(`^[\\s\\u2800${INVISIBLE}]*$`, 'u')
const EACH_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** Whether a reader sees nothing: white space, invisible characters, the braille blank. */
export const isBlank = (text: string): boolean => ONLY_BLANK.test(text)

/** The text without its invisible characters. */
export const withoutInvisible = (text: string): string => text.replace(EACH_INVISIBLE, '')
