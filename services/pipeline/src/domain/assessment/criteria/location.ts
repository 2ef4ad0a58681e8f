import { normalise } from '@jobboard/search-query/tokenise'
import type { Applicant, Posting } from '../assessor.ts'
import type { Criterion } from './criterion.ts'

/** Distance to the place of work, as far as the work mode makes it matter, and the employment type wanted. */
export const location: Criterion = ({ posting, applicant }) => {
  const place = placeOf(posting, applicant)
  const mode = employmentTypeOf(posting, applicant)
  const stated = [place, mode].filter((part) => part !== undefined)
  if (stated.length === 0) return undefined
  return {
    criterion: 'LocationAndWorkMode',
    weight: 10,
    score: stated.reduce((sum, { score }) => sum + score, 0) / stated.length,
    rationale: stated.map(({ text }) => text).join(' '),
  }
}

interface Part {
  score: number
  text: string
}

function placeOf(posting: Posting, applicant: Applicant): Part | undefined {
  if (posting.remoteType === 'FullyRemote')
    return { score: 100, text: 'The work is "FullyRemote": the place does not matter.' }
  if (!posting.city && !posting.country) return undefined
  const where = `"${[posting.city, posting.country].filter(Boolean).join(', ')}"`
  if (!applicant.city && !applicant.country)
    return { score: 40, text: `The work is in ${where}; the candidate states no place.` }
  const inCountry = !posting.country || !applicant.country || posting.country === applicant.country
  if (inCountry && posting.city && applicant.city && isSame(posting.city, applicant.city))
    return { score: 100, text: `The candidate lives at the place of work, ${where}.` }
  const isHybrid = posting.remoteType === 'HybridRemote'
  if (inCountry && posting.country && applicant.country)
    return {
      score: isHybrid ? 70 : 60,
      text: `The work is in ${where}; the candidate lives in that country.`,
    }
  return { score: 20, text: `The work is in ${where}; the candidate lives elsewhere.` }
}

function employmentTypeOf({ employmentType }: Posting, { jobTypes }: Applicant): Part | undefined {
  if (!employmentType || jobTypes.length === 0) return undefined
  const isWanted = jobTypes.includes(employmentType)
  return {
    score: isWanted ? 100 : 0,
    text: `The candidate ${isWanted ? 'looks' : 'does not look'} for "${employmentType}".`,
  }
}

const isSame = (a: string, b: string): boolean => normalise(a).trim() === normalise(b).trim()
