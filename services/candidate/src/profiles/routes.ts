import * as admin from '@jobboard/contracts/candidates/admin'
import { getCandidateFacts } from '@jobboard/contracts/candidates/internal'
import * as endpoints from '@jobboard/contracts/candidates/me'
import { ApiError } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { route } from '@jobboard/service/http/route'
import { type OwnRoute, own } from '../activity/routes.ts'
import { toProfile, toRecord, toSummary } from './candidate.ts'
import { changedFields, changeProfile, newCandidate } from './change-profile.ts'
import { publishProfiles } from './publish-actions.ts'
import {
  findByEmail,
  getCandidate,
  insertCandidates,
  listCandidatePage,
  lockCandidate,
  lockEmails,
  saveCandidate,
} from './store.ts'

/** For operators. Throws already_exists when the e-mail address must be unique. */
const createCandidate = route(admin.createCandidate, (context) =>
  context.commit(async (sql) => {
    const { body, query, now } = context
    if (query.uniqueEmail) await assertUniqueEmail(sql, body.email)
    const [candidate] = await insertCandidates(sql, [newCandidate(body, now)], now)
    const { id, consentExpiresAt, isSearchable } = candidate!
    await publishProfiles(sql, [candidate!], now)
    await recordAudit(sql, context, {
      action: 'create-candidate',
      entity: { type: 'candidate', id },
      before: null,
      after: { consentExpiresAt, isSearchable },
    })
    return { body: toProfile(candidate!) }
  }),
)

async function assertUniqueEmail(sql: Tx, email: string): Promise<void> {
  await lockEmails(sql)
  const candidateId = await findByEmail(sql, email)
  if (candidateId === undefined) return
  const message = `email: candidate ${candidateId} has this address; change that candidate instead of creating another.`
  const fields = [{ pointer: '/email', reason: `candidate ${candidateId} has this address` }]
  throw new ApiError('already_exists', message, { fields })
}

/** For operators; a patch that changes nothing leaves no trace. */
const updateCandidate = route(admin.updateCandidate, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockCandidate(sql, params.candidateId)
    const candidate = changeProfile(before, body, now)
    if (candidate !== before) {
      await saveCandidate(sql, candidate)
      await publishProfiles(sql, [candidate], now)
      const { consentExpiresAt, isSearchable } = candidate
      await recordAudit(sql, context, {
        action: 'update-candidate',
        entity: { type: 'candidate', id: candidate.id },
        before: { consentExpiresAt: before.consentExpiresAt, isSearchable: before.isSearchable },
        after: { consentExpiresAt, isSearchable, changed: changedFields(before, candidate) },
      })
    }
    return { body: toProfile(candidate) }
  }),
)

/** D-36; a patch that changes nothing leaves no trace. */
const updateProfile = own(endpoints.updateProfile, ({ candidateId, body, headers, now, commit }) =>
  commit(async (sql) => {
    const before = await lockCandidate(sql, candidateId)
    checkMatch(headers, toProfile(before))
    const candidate = changeProfile(before, body, now)
    if (candidate !== before) {
      await saveCandidate(sql, candidate)
      await publishProfiles(sql, [candidate], now, { kind: 'candidate', id: candidateId })
    }
    const profile = toProfile(candidate)
    return { body: profile, headers: { etag: etagOf(profile) } }
  }),
)

/** The own profile of the calling candidate (Spec §4.3), candidates for operators, and for accounts whether one exists. */
export const profileRoutes: OwnRoute[] = [
  own(endpoints.getProfile, async ({ sql, candidateId, headers }) =>
    withEtag(headers, toProfile(await getCandidate(sql, candidateId))),
  ),
  updateProfile,
  createCandidate,
  updateCandidate,
  route(admin.listCandidates, async ({ sql, query }) => {
    const { items, ...page } = await listCandidatePage(sql, query)
    return { body: { ...page, items: items.map(toSummary) } }
  }),
  route(admin.readCandidate, async ({ sql, params }) => ({
    body: toRecord(await getCandidate(sql, params.candidateId)),
  })),
  route(getCandidateFacts, async ({ sql, params }) => {
    const { id, sandboxId } = await getCandidate(sql, params.candidateId)
    return { body: sandboxId === null ? { id } : { id, sandboxId } }
  }),
]
