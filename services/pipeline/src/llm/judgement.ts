import { normalise } from '@jobboard/search-query/tokenise'
import type { AssessmentInput, AssessmentResult } from '../assessment/assessment.ts'
import { quoted, type Score } from '../assessment/criteria.ts'
import { postingTermsOf } from '../assessment/posting-terms.ts'
import { scoreByRubric, toResult } from '../assessment/rubric.ts'
import { termsOf, termWeight } from '../assessment/terms.ts'
import type { Material } from './material.ts'

/** The criteria that a model judges; the rubric scores the others. */
export const judgedCriteria = ['Skills', 'Experience', 'Education'] as const

/** What a model returns: nothing of it is stored but the scores, limited, and quotes that stand in the profile. */
export interface Judgement {
  criteria: { criterion: (typeof judgedCriteria)[number]; score: number; evidence: string[] }[]
}

/** Points by which a model may change a criterion, and so the total: the width of a verdict. */
export const MAX_CHANGE = 15
/** Points by which it may raise a criterion with quotes that share no word with the posting. */
export const MAX_UNRELATED_RISE = 5

const MAX_QUOTES = 3
const MAX_QUOTE = 120

/** The result of the rubric, changed by the judgement within `MAX_CHANGE`. */
export async function toLlmResult(
  input: AssessmentInput,
  material: Material,
  judgement: Judgement,
  assessor: string,
): Promise<AssessmentResult> {
  const judged = new Map<string, Judgement['criteria'][number]>(
    judgement.criteria.map((entry) => [entry.criterion, entry]),
  )
  const texts = textsOf(material)
  const { all } = postingTermsOf(input.posting)
  const isRelated = (quote: string) =>
    [...termsOf(quote).keys()].some((stem) => all.has(stem) && termWeight(stem) === 1)
  const isAddressed = addressesReader(material)
  const maxRise = (quotes: string[]) => {
    if (isAddressed || quotes.length === 0) return 0
    return quotes.some(isRelated) ? MAX_CHANGE : MAX_UNRELATED_RISE
  }
  const scores = await scoreByRubric(input)
  const changed = scores.map((score) => {
    const entry = judged.get(score.criterion)
    if (!entry) return score
    const quotes = verified(entry.evidence, texts[entry.criterion])
    return change(score, entry.score, quotes, maxRise(quotes))
  })
  return toResult(changed, assessor)
}

/** A score falls by at most `MAX_CHANGE`, and rises by at most `maxRise`. */
function change(score: Score, points: number, quotes: string[], maxRise: number): Score {
  const limited = Math.min(score.score + maxRise, Math.max(score.score - MAX_CHANGE, points))
  if (points >= score.score && maxRise === 0) return score
  const evidence = quotes.length === 0 ? '' : `, quoting ${quoted(quotes)}`
  const difference = Math.round(limited) - Math.round(score.score)
  const rationale = `${score.rationale} The model changes it by ${difference}${evidence}.`
  return { ...score, score: limited, rationale }
}

/** The quotes that stand in one of the texts. */
function verified(evidence: string[], texts: string[]): string[] {
  const found = evidence.filter((quote) => {
    const plain = plainOf(quote)
    return plain.length >= 3 && quote.length <= MAX_QUOTE && texts.some((text) => text.includes(plain))
  })
  return [...new Set(found)].slice(0, MAX_QUOTES)
}

function textsOf({ applicant }: Material): Record<(typeof judgedCriteria)[number], string[]> {
  const { headline, skills, positions, education } = applicant
  const tasks = positions.map((position) => position.tasks)
  return {
    Skills: [...skills, ...tasks].map(plainOf),
    Experience: [headline, ...positions.map(({ title }) => title), ...tasks].map(plainOf),
    Education: education.flatMap(({ degree, field }) => [degree, field]).map(plainOf),
  }
}

const plainOf = (text: string): string => normalise(text).replace(/\s+/g, ' ').trim()

// A profile describes its author and past work: it does not address a reader or judge an applicant.
const ADDRESSED =
  /\b(you|your|yours|yourself|please|bitte|por favor|vous|votre|vos|usted)\b|\bs'il (vous|te) plait\b/
const APPLICANT =
  /\b(this|the) (applicant|candidate|profile|resume|cv|application)\b|\b(ce|cette|le|la) (candidate?|candidature)\b|\b(dieser?|diesen) (bewerber\w*|kandidat\w*)\b/
const DEMAND =
  /\b(must|should|shall|needs? to|has to|ought to) be (hired|scored|rated|ranked|selected|preferred|judged|treated|regarded|considered)\b/

/** Whether a text of the applicant speaks to its reader or about the applicant as one to be judged. Such a text may be
 * honest, so the model reads it; it must not gain by it. */
export function addressesReader({ applicant }: Material): boolean {
  const { headline, skills, positions, education } = applicant
  return [
    headline,
    ...skills,
    ...positions.flatMap(({ title, tasks }) => [title, tasks]),
    ...education.flatMap(({ degree, field }) => [degree, field]),
  ].some((text) => {
    const plain = normalise(text)
    return [ADDRESSED, APPLICANT, DEMAND].some((pattern) => pattern.test(plain))
  })
}
