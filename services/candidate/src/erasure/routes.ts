import * as endpoints from '@jobboard/contracts/candidates/erasure'
import { candidateErased } from '@jobboard/contracts/candidates/events'
import { notFound } from '@jobboard/contracts/error'
import type { Tx } from '@jobboard/db/sql'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { erasePart } from '@jobboard/service/erasure/erasure'
import { saveTombstone } from '@jobboard/service/erasure/tombstone'
import { type Reply, type Route, route } from '@jobboard/service/http/route'
import type { CandidateEnv } from '../env.ts'
import { emailHash, toErased, toErasure } from './erasure.ts'
import {
  eraseCandidateData,
  findErasureOf,
  getErasure,
  insertErasure,
  listApplicationsOf,
  listErasurePage,
  lockForErasure,
} from './store.ts'

interface Request extends AuditContext {
  service: AuditContext['service'] & { env: CandidateEnv }
  commit(work: (sql: Tx) => Promise<Reply<{ erasureId: number }>>): Promise<Reply<{ erasureId: number }>>
}

/** Erases the candidate here and publishes `candidate.erased` in one transaction; the services that consume it
 * erase their parts. A repetition returns the first erasure. Throws not_found. */
function requestErasure(request: Request, candidateId: number): Promise<Reply<{ erasureId: number }>> {
  const { now, caller, service } = request
  return request.commit(async (sql) => {
    // Of two parallel requests the second waits here, then finds the erasure of the first.
    const candidate = await lockForErasure(sql, candidateId)
    if (!candidate) {
      const erasureId = await findErasureOf(sql, candidateId)
      if (!erasureId) throw notFound()
      return { body: { erasureId } }
    }
    const { email, sandboxId } = candidate
    // An import recognises live persons alone.
    const hash = sandboxId === null ? emailHash(email, service.env.ERASED_EMAIL_KEY) : null
    const erasureId = await insertErasure(sql, { candidateId, emailHash: hash, sandboxId, now })
    const applications = await listApplicationsOf(sql, candidateId)
    const erased = toErased({ erasureId, candidateId, erasedAt: now }, applications)
    await saveTombstone(sql, erased)
    await erasePart(sql, { erase: eraseCandidateData }, erased, now)
    await appendEvent(sql, candidateErased, {
      aggregateId: candidateId,
      aggregateVersion: erasureId,
      occurredAt: now,
      data: erased,
    })
    if (caller.kind === 'admin') {
      await recordAudit(sql, request, {
        action: 'erase-candidate',
        entity: { type: 'candidate', id: candidateId },
        before: null,
        after: { erasureId },
      })
    }
    failpoint('erasure-before-commit')
    return { body: { erasureId } }
  })
}

/** The erasure of a candidate, by an operator or by the candidate. */
export const erasureRoutes: Route<CandidateEnv>[] = [
  route(endpoints.eraseCandidate, (context) => requestErasure(context, context.params.candidateId)),
  route(endpoints.getErasure, async ({ sql, params }) => ({
    body: toErasure(await getErasure(sql, params.erasureId)),
  })),
  route(endpoints.listErasures, async ({ sql, query }) => {
    const { items, ...page } = await listErasurePage(sql, query)
    return { body: { ...page, items: items.map(toErasure) } }
  }),
  route(endpoints.eraseMe, (context) => requestErasure(context, context.candidateId)),
]
