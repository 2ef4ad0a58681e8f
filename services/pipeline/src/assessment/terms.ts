import { joinedWords } from '@jobboard/search-query/tokenise'

// Words of grammar, and words that stand in most postings and careers whatever the occupation: they indicate
// no match. English and French.
const words = `
a about above across after all also although an and any are as at be because been being between both but by can
could did do does during each either etc for from had has have he her him his how i if in including into is it its
may might more most must no nor not of off on once one only or other our out over own per same she should so some
such than that the their them then there these they this those through to too two under until up upon us use used
using via was we well were what when where which while who whom whose will with within without would you your

ability able accept accordance software system systems microsoft according achieve activities additional advance affairs agency agencies announcement
appropriate applicant applicants application applications apply appointment area areas assigned assist assistance
based basic benefits best candidate candidates career client clients combination company complete completed
conditions consider considered consideration contribute current currently daily date day days degree department
description desired determine develop developed developing duties duty e education eligible employee employees
employer employment ensure equal equivalent every example examples exceed experience experienced federal following
full general good government grade great group help high higher hire hiring hours incumbent individual individuals
information internal join job jobs key knowledge least level levels licence license local located location lower
main maintain maintained maintaining major make making manner many meet member members minimum month months national
necessary need needed needs new next non normal number offer office offices open opportunities opportunity
organization organizations part people perform performed performing performs permanent person personnel plus position
positions practices preferred principles procedures process processes program programs project projects provide
provided provides providing public qualification qualifications qualified qualify range receive related relevant
report reports required requirement requirements requires responsibilities responsible resume role section sector
select selected selection series serve service services similar skill skills special specialized specific staff
standard standards state states strong successful successfully support supported supporting tasks team teams time
title training type types union united unit vacancy various week weeks welcome work worked working works year years

au aux avec ce ces cette comme dans de des du elle en est et etre il ils je la le les leur leurs lors mais mes mon
ne nos notre nous on ou par pas plus pour qu que qui sa sans se ses son sont sur tous tout toute toutes un une vos votre
vous ainsi annee annees avoir candidat candidats capacite connaissance connaissances emploi entreprise equipe
experience exigences formation mission missions poste postes profil recherche responsabilites travail travailler`

/** Words that count for no criterion, as `joinedWords` writes them. */
const stopWords: ReadonlySet<string> = new Set(joinedWords(words))

/** Words of one text that count; limits the work that a long text can cause. */
export const MAX_WORDS = 5_000

/** The terms of a text: each stem with one of the words that it stands for. */
export type Terms = Map<string, string>

/** The terms of a text in order of appearance, without stop words and numbers. */
export function termsOf(text: string): Terms {
  return termsOfWords(joinedWords(text, MAX_WORDS))
}

/** The terms of words in their order. */
export function termsOfWords(words: readonly string[]): Terms {
  const terms: Terms = new Map()
  for (const word of countedWords(words)) {
    const stem = stemOf(word)
    if (!terms.has(stem)) terms.set(stem, word)
  }
  return terms
}

/** The words of a text that can be terms, with repetitions. */
export function wordsOf(text: string): string[] {
  return countedWords(joinedWords(text, MAX_WORDS))
}

/** Of words those that can be terms. */
export function countedWords(words: readonly string[]): string[] {
  return words.filter(
    (word) => !stopWords.has(word) && !/^\p{N}+$/u.test(word) && (word.length > 1 || word > '\u00ff'),
  )
}

const SUFFIX =
  /(?:isations?|izations?|ations?|ements?|ments?|ances?|ences?|itions?|tions?|sions?|ities|ists?|ings?|ical|ants?|ents?|ians?|iers?|ers?|ors?|ies|ied|ics?|als?|ed|es|ly|ity|ive|y|s|e)$/

/** Removes an inflection or derivation, so that `managed`, `manager` and `management` are one term. Four
 * letters always remain. */
export function stemOf(word: string): string {
  const once = cut(word)
  return cut(once)
}

function cut(word: string): string {
  const stem = word.replace(SUFFIX, '')
  return stem.length >= 4 ? stem : word
}

/** Weight of a term beside 1 for the others. */
const COMMON = 0.6

// Words of many occupations: ranks in titles, and verbs and objects of tasks.
const common =
  termsOf(`administrator aide analyst apprentice assistant chief clerk coordinator director engineer
  expert first head intern junior lead manager officer operator representative scientist senior specialist
  superintendent supervisor technician technologist worker

  adjust administer advise analyze arrange assess collect communicate completion components compute computer conduct
  confer control coordinate correct cost create customers data demonstrate design details direct discuss document
  environment equipment establish evaluate examine facilities field forms functions guidance identify implement improve
  include inspect install instructions interpret investigate issues lead manual materials measure meetings methods
  monitor observe obtain operate order organize parts persons physical plan policy prepare problems processing produce
  products professional quality read recommend record regulations repair request research resolve resources results
  review safety schedule set solutions specifications status strategies study technical techniques technology test
  tools variety verify write`)

/** How much a term says about an occupation. */
export const termWeight = (stem: string): number => (common.has(stem) ? COMMON : 1)
