import type { AssessmentInput } from '@jobboard/pipeline/assessment/assessor'
import { rubric } from '@jobboard/pipeline/assessment/rubric'
import type { Log } from '@jobboard/stack/infra/log'
import { readAssessmentData } from './assessment-data.ts'
import { profileOf, sequence } from './assessment-profile.ts'
import { type Figure, quantile } from './figures.ts'

const POSTINGS = 200
const PROFILES = 10

type Applicant = AssessmentInput['applicant']

/** How often a profile of the posting's occupation outranks others. `set` `tuning` has other postings than `test`. */
export async function benchAssessment(
  folder: string | undefined,
  set: 'test' | 'tuning',
  log: Log,
): Promise<Figure[]> {
  if (!folder) throw new Error('set TEST_DATA_DIR to a folder with jobs.jsonl and occupations.json')
  const data = readAssessmentData(folder)
  const { occupations, past } = data
  const postings = data[set].slice(0, POSTINGS)
  log(`Assessing ${2 * PROFILES + 2} profiles for each of ${postings.length} postings…`)
  const all = [...occupations.values()]
  const same: number[] = []
  const other: number[] = []
  const aucs: number[] = []
  const nearAucs: number[] = []
  const times: number[] = []
  for (const [index, { posting, occupation }] of postings.entries()) {
    const next = sequence(index)
    const familyOf = ({ code }: { code: string }) => code.slice(0, 2)
    const isFamily = (of: { code: string }) => familyOf(of) === familyOf(occupation)
    const draw = (from: typeof all) =>
      Array.from({ length: PROFILES }, () => from[Math.floor(next() * from.length)]!)
    const score = async (of: typeof occupation) => {
      const applicant: Applicant = profileOf(of, { occupations, past, without: posting.title, next })
      const start = performance.now()
      const result = await rubric.assess({ posting, applicant, screening: [] })
      times.push(performance.now() - start)
      return result.score
    }
    const scoreAll = async (drawn: typeof all) => {
      const scores: number[] = []
      for (const each of drawn) scores.push(await score(each))
      return scores
    }
    const own = await scoreAll([occupation, occupation])
    const unrelated = await scoreAll(draw(all.filter((each) => !isFamily(each))))
    const near = await scoreAll(draw(all.filter((each) => isFamily(each) && each !== occupation)))
    same.push(...own)
    other.push(...unrelated)
    aucs.push(auc(own, unrelated))
    nearAucs.push(auc(own, near))
  }
  const of = `assessment (${set}, ${postings.length} postings)`
  return [
    {
      what: `${of}: AUC within a posting, unrelated occupations`,
      value: mean(aucs),
      unit: '',
      goal: '>= 0.95',
    },
    { what: `${of}: AUC over all postings, unrelated occupations`, value: auc(same, other), unit: '' },
    { what: `${of}: AUC within a posting, same family`, value: mean(nearAucs), unit: '' },
    { what: `${of}: score of the occupation, p10`, value: quantile(same, 0.1), unit: '' },
    { what: `${of}: score of the occupation, p50`, value: quantile(same, 0.5), unit: '' },
    { what: `${of}: score of the occupation, p90`, value: quantile(same, 0.9), unit: '' },
    { what: `${of}: score of unrelated, p50`, value: quantile(other, 0.5), unit: '' },
    { what: `${of}: score of unrelated, p90`, value: quantile(other, 0.9), unit: '' },
    { what: `${of}: one assessment, p50`, value: quantile(times, 0.5), unit: 'ms' },
    { what: `${of}: one assessment, p99`, value: quantile(times, 0.99), unit: 'ms' },
  ]
}

/** Probability that a value of `above` exceeds one of `below`; an equal one counts half. */
function auc(above: number[], below: number[]): number {
  let wins = 0
  for (const a of above) for (const b of below) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (above.length * below.length)
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
