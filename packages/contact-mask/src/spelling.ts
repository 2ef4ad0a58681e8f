import { INVISIBLE, normalForm, withoutInvisible } from '@jobboard/contracts/characters'
import { fold } from './reading.ts'

// How letters are usually written in plain Latin ones: German, Scandinavian, Slavic and Turkish letters, and the romanisations of
// Cyrillic and Greek in passports, libraries (ISO 9, BGN/PCGN, ELOT 743) and everyday use. Libraries of transliteration have one
// spelling for each letter; a person uses one of several. "-" is no letter at all.
const TABLE = `
ä a ae; ö o oe; ü u ue; å a aa; ø o oe; æ ae a; œ oe o; ő o oe; ű u ue
đ d dj; ð d dh th; þ th; š s sh; ś s sh; ş s sh; ș s sh; č c ch; ć c ch; ç c ch; ž z zh; ż z zh; ź z zh; ğ g gh; ñ n ny; ň n

а a; б b; в v w ff; г g h gh; ґ g; д d; ђ dj d; ѓ gj g; е e ye ie je; ё e yo io jo o oe; є ye ie je e; ж zh z j; з z; ѕ dz z
и i y; і i; ї i yi ji; й y i j; ј j y i; к k c; л l; љ lj ly l; м m; н n; њ nj ny n; о o; п p; р r; с s; т t; ћ c ch; ќ kj k
у u ou; ў u w; ф f ph; х kh h x ch; ц ts c tz; ч ch c tch tsch; џ dz dzh j; ш sh s sch; щ shch sch sh sht sc
ә a e; ғ g gh; қ k q; ҡ k q; ң n ng; ө o u; ұ u; ү u; һ h; ҷ j ch; ҳ h
ъ - a u; ы y i; ь -; э e ae; ю yu iu ju u ue; я ya ia ja
ий y iy ii ij yi yj yy i; ій iy ii ij yi y i; ый y yy yi yj iy i; ия ia iya ija iia ya ja; ія ia iya ija iia ya ja
ьи i yi ji; ьо o yo io jo; йя ya ia yya iya iia ja
кс x ks cs; дж j dzh dj dz; ндр ndr nder; лл ll l; нн nn n; сс ss s; тт tt t

α a; β v b; γ g y gh; δ d dh; ε e; ζ z; η i e h; θ th t; ι i y j; κ k c; λ l; μ m; ν n; ξ x ks; ο o; π p; ρ r; σ s ss; ς s; τ t
υ y i u hy; φ f ph; χ ch h kh x; ψ ps; ω o
αι ai e ae; ει ei i; οι oi i oe; ου ou u oo; υι yi i ui; αυ av af au; ευ ev ef eu; ηυ iv if
γγ ng gg g; γκ g gk nk ng; γξ nx gx; γχ nch nh gch; μπ b mp mb; ντ d nt nd; τζ tz j dz; γι gi yi y g; λλ ll l; σσ ss s; ππ pp p
ττ tt t; νν nn n; κκ kk k cc; μμ mm m; ρρ rr r; ββ vv v`

/** For each letter, or letters that are read as one, the ways to write them. */
export const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.split(/[;\n]/)
    .map((entry) => entry.trim().split(' '))
    .filter(([letter]) => letter !== '')
    .map(([letter, ...ways]) => [letter!, ways.map((way) => (way === '-' ? '' : way))]),
)

/** A word letter by letter, each with the ways in which it is written in plain Latin letters. */
export type Letters = readonly (readonly string[])[]

/** A longer word has one spelling. */
export const MAX_LENGTH = 40
const LONGEST_KEY = Math.max(...[...SPELLINGS.keys()].map((key) => key.length))
const NOT_ASCII = /[^\0-\x7f]/
const MARKS = new RegExp(`[\\p{M}${INVISIBLE}]`, 'u')

/** The letters of a word as it was written; undefined when none of them has a spelling in the table. */
export function lettersOf(written: string): Letters | undefined {
  if (!canBeSpelled(written)) return undefined
  const word = plain(written)
  return [...word].some((letter) => SPELLINGS.has(letter)) ? [...eachLetter(word)] : undefined
}

/** Whether a word can be written in plain Latin letters in a way that its folded form does not show. */
export function canBeSpelled(written: string): boolean {
  return written.length <= MAX_LENGTH && NOT_ASCII.test(written)
}

/** The ways in which each letter of a word is written. */
export function* eachLetter(word: string): Generator<readonly string[]> {
  for (let at = 0; at < word.length; ) {
    const key = keyAt(word, at)
    yield SPELLINGS.get(key) ?? [fold(key).form]
    at += key.length
  }
}

function keyAt(word: string, at: number): string {
  for (let length = LONGEST_KEY; length > 1; length--) {
    const key = word.slice(at, at + length)
    if (key.length === length && SPELLINGS.has(key)) return key
  }
  return String.fromCodePoint(word.codePointAt(at)!)
}

/** A word in the letters of the table: lower case, without accents that make no difference. */
export function plain(written: string): string {
  const word = MARKS.test(written) ? normalForm(withoutInvisible(written), 'NFKC') : written
  let letters = ''
  for (const letter of word) letters += letter < '\x80' ? letter.toLowerCase() : tableLetter(letter)
  return letters
}

/** Letters that are kept, about 100 bytes each. */
const MAX_KNOWN = 20_000
const known = new Map<string, string>()

function tableLetter(letter: string): string {
  const cached = known.get(letter)
  if (cached !== undefined) return cached
  const lower = normalForm(letter.toLowerCase(), 'NFKC')
  const base = normalForm(lower, 'NFKD')[0]!
  const found = SPELLINGS.has(lower) || base < '\x80' || !SPELLINGS.has(base) ? lower : base
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(letter, found)
  return found
}

/** The characters with which a word of these letters begins. */
export function initialsOf(letters: Letters): Set<string> {
  const initials = new Set<string>()
  for (const ways of letters) {
    for (const way of ways) if (way !== '') initials.add(way[0]!)
    if (!ways.includes('')) break
  }
  return initials
}

/** No way of writing a letter is longer than `shch`. */
const MAX_SPELLING = 4 * MAX_LENGTH
const reached = new Int32Array(MAX_SPELLING + 1)
let step = 0

/** Whether a folded word is a spelling of these letters. */
export function isSpelling(letters: Iterable<readonly string[]>, folded: string): boolean {
  if (folded.length > MAX_SPELLING) return false
  let ends = [0]
  for (const ways of letters) {
    const next: number[] = []
    step = (step + 1) | 0
    for (const end of ends) {
      for (const way of ways) {
        const to = end + way.length
        if (reached[to] === step || !folded.startsWith(way, end)) continue
        reached[to] = step
        next.push(to)
      }
    }
    if (next.length === 0) return false
    ends = next
  }
  return ends.includes(folded.length)
}
