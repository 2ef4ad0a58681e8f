import { normalise } from '@jobboard/search-query/tokenise'
import { isSensitive } from './sensitive.ts'

// Matched against one sentence in its normal form: no case, diacritics or compatibility variants.
const IGNORE =
  /\b(ignor\w*|disregard\w*|forget|overrid\w*|bypass|oubli\w*|vergiss\w*|vergess\w*|olvid\w*|glem)\b/
const INSTRUCTIONS =
  /\b(instruct\w*|instru[ck]\w*|prompts?|rules?|criteri\w*|above|previous|prior|everything|earlier|consignes?|regles?|anweisung\w*|regeln?|reglas?|regler)\b/
const GRADE =
  /\b(scor\w*|rat(e|es|ing)|grad(e|es|ing)|marks?|points?|verdict|punkte?|bewert\w*|noten?|puntuacion|puntos?|poeng)\b/
const HIGHEST =
  /\b(100|10 ?\/ ?10|full|max\w*|highest|top|perfect|best|hundred|excellent|voll\w*|beste?|meilleure?|cien|hundre)\b/
const ASSESSOR =
  /\b(assessor|evaluator|grader|language model|llm|chatgpt|gpt|ai (assistant|model|system|recruiter|reviewer)|system prompt|you are (an?|now|the)|your (task|instructions?|role|output|response|reply)|note to the (ai|model|reviewer))\b/
const OUTPUT =
  /\b(strong|partial|weak)[ _-]?match\b|\brubric\b|\bevidence\b *:|^\s*(system|assistant|user|developer) *:/
const MARKUP = /[{}`]|<[|/a-z!]|\[\/?inst\]|\\u[0-9a-f]{4}/
/** Encoded text: no word is as long. */
const ENCODED = /\S{50,}/
const MIXED_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

const CONTACT = /\S@\S|https?:|www\.|\+?\d[\d ()/.-]{7,}\d/
const HAS_TEXT = /[\p{L}\p{N}]/u
/** A year of the candidate's life would reveal the age. */
const YEAR = /\b(19|20)\d\d\b/g

/** In UTF-16 units: a model reads at most 1 000 characters of a text. */
const MAX_SENTENCE = 2_000

/** The sentences of a text without those that address the assessor or state contact data or special categories of
 * personal data, and without calendar years. `nationalities` of the author: ISO 3166-1 alpha-2. */
export function withoutWithheld(text: string, nationalities: readonly string[] = []): string {
  return text
    .split(/(?<=[.!?])\s+|[\r\n\u2028\u2029]+/)
    .map((sentence) => sentence.slice(0, MAX_SENTENCE))
    .filter((sentence) => !isWithheld(sentence) && !isSensitive(sentence, nationalities))
    .map((sentence) => sentence.replace(YEAR, '').trim())
    .filter((sentence) => HAS_TEXT.test(sentence))
    .join('\n')
}

// Two expressions: one with `.*` between them would scan the rest of the sentence for each of the first words.
function overrides(plain: string): boolean {
  const ignore = IGNORE.exec(plain)
  return ignore !== null && INSTRUCTIONS.test(plain.slice(ignore.index + ignore[0].length))
}

function isWithheld(sentence: string): boolean {
  const plain = normalise(sentence)
  if (GRADE.test(plain) && HIGHEST.test(plain)) return true
  if (overrides(plain)) return true
  const patterns = [ASSESSOR, OUTPUT, MARKUP, ENCODED, MIXED_SCRIPTS, CONTACT]
  return patterns.some((pattern) => pattern.test(plain))
}
