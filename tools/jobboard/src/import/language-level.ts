import type { languageLevel } from '@jobboard/contracts/candidates/profile-parts'
import type { z } from 'zod'

type Level = z.output<typeof languageLevel>

// What people write, in small letters without accents.
const words: Record<Level, string> = {
  Basic: `a1 a2 basic basics beginner beginners elementary novice grundkenntnisse grundlagen anfanger debutant debutante
    notions scolaire basico principiante elemental elementare scolastico basis beginner grunnleggende grundlaggande
    podstawowy базовый начальный 初級 初级`,
  Conversational: `b1 b2 conversational conversant independent intermediate professional konversationssicher intermediaire intermedio
    intermediario conversacional gemiddeld sredni средний разговорный 中級 中级 日常会話`,
  Fluent: `c1 c2 fluent fluently advanced proficient verhandlungssicher fliessend courant couramment avance fluido avanzado
    fluente avanzato vloeiend flytende flytande biegly свободный 流利 上級 高级`,
  Native: `native mother bilingual muttersprache muttersprachler muttersprachlerin muttersprachlich bilingue maternelle
    nativo nativa materna madrelingua moedertaal modersmal morsmal ojczysty родной 母語 母语 ネイティブ`,
}
const levels = new Map(
  Object.entries(words).flatMap(([level, list]) =>
    list.split(/\s+/).map((word) => [folded(word), level as Level]),
  ),
)

// Words beside them that change nothing.
const neutral = new Set(
  `level levels speaker speaking tongue language proficiency user working full business upper lower very or and in both
  written writing spoken speech oral read reading verbal cefr niveau nivel nivell livello nivå kenntnisse wort schrift und
  langue lengua lingua et e y ed o ou oder von auf parle ecrit hablado escrito`
    .split(/\s+/)
    .map(folded),
)

/** The level that a free text states, such as `Native or bilingual proficiency` or `C1`. Undefined when a word of it is
 * unknown, which can turn its meaning (`not fluent`, `near-native`), and when it states several. */
export function levelOf(fluency: string, language: string): Level | undefined {
  const name = new Set(wordsOf(language))
  const given = wordsOf(fluency.replace(/full professional/i, 'fluent')).filter((word) => !name.has(word))
  const known = given.filter((word) => !neutral.has(word))
  const found = new Set(known.map((word) => levels.get(word)))
  const [level] = found
  return found.size === 1 ? level : undefined
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
}
