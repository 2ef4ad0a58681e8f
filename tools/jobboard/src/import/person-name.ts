/** First and last name as a profile has them; a name of one word is both. */
export interface PersonName {
  firstName: string
  lastName: string
}

const TITLE = /^(?:dr|prof|mr|mrs|ms|mx|dipl\.-ing\.|ing\.|mag\.)\.?$/i
const SUFFIX = /^(?:jr\.?|sr\.?|ii|iii|iv|esq\.?)$/i
/** Suffixes that are last names too: only after a first and a last name. */
const LATE_SUFFIX = /^(?:junior|júnior|senior|v)$/i
// In the letter case that they are written in: Ma and Ba are names.
const DEGREES = new Set(
  `PhD MD MBA MA BA MSc BSc MS BS JD LLM LLB DDS DVM PharmD RN CPA CFA PMP PE MEng BEng MPhil DPhil EdD MEd MFA BFA MPH MSW
  CISSP DipEng`.split(/\s+/),
)
/** Scripts in which the last name is written first. */
const LAST_NAME_FIRST = /[\p{scx=Han}\p{scx=Hangul}]/u
const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\s]+$/u

/** Splits a full name: `Robin van Sample`, `Sample, Robin`, `Dr. Robin Sample Jr.`, `Robin Sample, Ph.D.`. Titles, degrees and
 * suffixes are left out. Undefined for a blank name, and when there are more commas than that. */
export function splitName(full: string): PersonName | undefined {
  const [start = '', ...rest] = withoutNote(full)
    .split(/[,，]/)
    .map((part) => part.trim())
  const others = rest.filter((part) => part !== '' && !isAddition(part, start))
  const whole = bare(start.split(/\s+/))
  if (start === '' || others.length > 1) return undefined
  const [given] = others
  if (given) return { firstName: bare(given.split(/\s+/)).join(' '), lastName: whole.join(' ') }
  if (whole.length === 2 && EAST_ASIAN.test(start) && LAST_NAME_FIRST.test(start)) {
    return { firstName: whole[1]!, lastName: whole[0]! }
  }
  const split = startOfLastName(whole)
  const lastName = whole.slice(split).join(' ')
  return { firstName: whole.slice(0, split).join(' ') || lastName, lastName }
}

// `Robin Sample (they/them)`
function withoutNote(full: string): string {
  const name = full.trim()
  const open = name.lastIndexOf('(')
  return name.endsWith(')') && open > 0 ? name.slice(0, open) : name
}

/** Words of a name without titles before and suffixes after it; at least one stays. */
function bare(words: string[]): string[] {
  let [from, to] = [0, words.length]
  while (from < to - 1 && TITLE.test(words[from]!)) from++
  while (to - 1 > from && isSuffix(words[to - 1]!, to - 1 - from)) to--
  return words.slice(from, to)
}

function isSuffix(word: string, place: number): boolean {
  const letters = word.replaceAll('.', '')
  const isDegree = DEGREES.has(letters) && (letters.length > 2 || letters === 'MD')
  return isDegree || SUFFIX.test(word) || (place > 1 && LATE_SUFFIX.test(word))
}

/** Whether what stands after a comma is no first name: suffixes, degrees, titles, or capitals after a name in small letters. */
function isAddition(part: string, before: string): boolean {
  const isKnown = (word: string) =>
    SUFFIX.test(word) || TITLE.test(word) || DEGREES.has(word.replaceAll('.', ''))
  const words = part.split(/\s+/)
  if (words.every(isKnown) || DEGREES.has(part.replace(/[.\s]/g, ''))) return true
  const isCapitals = part.length > 1 && part === part.toUpperCase() && part !== part.toLowerCase()
  return isCapitals && before !== before.toUpperCase() && /\s/.test(before)
}

/** A last name begins with its small words: `Maria de la Cruz`, unless the whole name is in small letters. */
function startOfLastName(words: string[]): number {
  const isSmall = (word: string) => word === word.toLowerCase() && word !== word.toUpperCase()
  const first = words.findIndex((word, index) => index > 0 && isSmall(word))
  const isParticle = first > 0 && first < words.length - 1 && !isSmall(words.at(-1)!)
  return isParticle ? first : words.length - 1
}
