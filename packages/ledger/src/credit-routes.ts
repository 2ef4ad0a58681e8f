import {
  addCredits,
  type CreditChange,
  listBalances,
  listEntries,
  readBalances,
  reverseEntry,
} from '@jobboard/contracts/credits/internal'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Tx } from '@jobboard/db/sql'
import { failpoint } from '@jobboard/process/failpoint'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Reply, type Route, route } from '@jobboard/service/http/route'
import { type PostedEntry, postEntry, reverse } from './entries.ts'
import * as ledger from './read.ts'

/** The internal credit routes of a service, called by accounts. Other kinds than these are 400. */
export function creditRoutes(service: 'jobs' | 'search', kinds: readonly CreditKind[]): Route[] {
  const checkKind = (kind: CreditKind) => {
    if (kinds.includes(kind)) return
    throw new ApiError(
      'invalid_request',
      `kind: the ${service} service stores ${kinds.join(' and ')} credits, not ${kind}.`,
    )
  }
  return [
    route(addCredits(service), async (context) => {
      const { body, requestId, now } = context
      const { actor, ...grant } = body
      checkKind(grant.kind)
      const operatorChange = { actor, action: 'grant-credits' as const, employerId: grant.employerId }
      return commitOperatorChange(context, operatorChange, (sql) =>
        postEntry(sql, { ...grant, requestId, now }),
      )
    }),
    route(reverseEntry(service), async (context) => {
      const { params, body, requestId, now } = context
      const { actor, ...reversal } = { ...params, ...body }
      checkKind(reversal.kind)
      const operatorChange = {
        actor,
        action: 'reverse-credit-entry' as const,
        employerId: reversal.employerId,
      }
      return commitOperatorChange(context, operatorChange, (sql) =>
        reverse(sql, { ...reversal, requestId, now }),
      )
    }),
    route(readBalances(service), async ({ sql, params }) => ({
      body: await ledger.readBalances(sql, params.employerId, kinds),
    })),
    route(listBalances(service), async ({ sql, body }) => ({
      body: { items: await ledger.listBalances(sql, body.employerIds, kinds) },
    })),
    route(listEntries(service), async ({ sql, params, query }) => {
      const { kind, beforeCreatedAt, beforeId, ...rest } = query
      if (kind) checkKind(kind)
      const before =
        beforeCreatedAt && beforeId !== undefined ? { createdAt: beforeCreatedAt, id: beforeId } : undefined
      return { body: await ledger.listEntries(sql, params.employerId, { kind, before, ...rest }) }
    }),
  ]
}

/** The operator, the audited action, and the employer whose credits change. */
interface OperatorChange {
  actor: string
  action: 'grant-credits' | 'reverse-credit-entry'
  employerId: number
}

interface ChangeContext extends AuditContext {
  commit(work: (sql: Tx) => Promise<Reply<CreditChange>>): Promise<Reply<CreditChange>>
}

/** Posts an operator's entry and its audit row in one transaction. The response contains the audit event
 *, or null for a repeated operation, which was audited the first time. */
async function commitOperatorChange(
  context: ChangeContext,
  { actor, action, employerId }: OperatorChange,
  post: (sql: Tx) => Promise<PostedEntry>,
): Promise<Reply<CreditChange>> {
  const reply = await context.commit(async (sql) => {
    const { kind, amount, balance, cause, entryId, isNew } = await post(sql)
    const changed = { kind, amount, balance }
    if (!isNew) return { body: { ...changed, audit: null } }
    const audit = await recordAudit(sql, context, {
      actor,
      action,
      entity: { type: 'employer', id: employerId },
      before: { kind, balance: balance - amount },
      after: { ...changed, cause, entryId },
      employerId,
    })
    failpoint('credits-before-commit')
    return { body: { ...changed, audit } }
  })
  failpoint('credits-after-commit')
  return reply
}
