import { MAX_INCLUDED_SCORECARDS } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import type { Include, IncludedObjects } from '../domain/included.ts'
import { listAddressesOf } from './application.ts'
import { listAssessmentsOf } from './assessment.ts'
import { listScorecardsOf } from './scorecard.ts'
import { listTagsOf } from './tag.ts'

/** What belongs to these applications of the employer, by their ids: one statement for each kind, in one round trip of a
 * transaction. */
export async function listIncluded(
  sql: Sql,
  employerId: number,
  applications: { id: number; candidateId: number }[],
  include: Include | undefined,
): Promise<Map<number, IncludedObjects>> {
  if (!include || applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const candidateIds = [...new Set(applications.map(({ candidateId }) => candidateId))]
  const [tags, scorecards, assessments, addresses] = await Promise.all([
    include.includes('tags') ? listTagsOf(sql, employerId, candidateIds) : undefined,
    include.includes('scorecards')
      ? listScorecardsOf(sql, employerId, ids, MAX_INCLUDED_SCORECARDS)
      : undefined,
    include.includes('assessment') ? listAssessmentsOf(sql, employerId, ids) : undefined,
    include.includes('address') ? listAddressesOf(sql, employerId, ids) : undefined,
  ])
  return new Map(
    applications.map(({ id, candidateId }) => [
      id,
      {
        ...(tags && { tags: tags.get(candidateId) ?? [] }),
        ...(scorecards && { scorecards: scorecards.get(id) ?? null }),
        ...(assessments && { assessment: assessments.get(id) ?? null }),
        ...(addresses && { address: addresses.get(id)! }),
      },
    ]),
  )
}
