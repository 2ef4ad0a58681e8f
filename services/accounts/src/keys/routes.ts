import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/keys/admin'
import { findKeys, listKeysOfCandidate, recordKeyUse } from '@jobboard/contracts/keys/internal'
import * as ownKey from '@jobboard/contracts/keys/own'
import type { AuditAction } from '@jobboard/contracts/operators/events'
import type { Sql, Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { daysBefore } from '@jobboard/service/lifecycle/retention'
import { getEmployer } from '../employers/store.ts'
import type { AccountsEnv } from '../env.ts'
import { toRecord } from '../key-feed/peers.ts'
import { queueMails } from '../mails/store.ts'
import { findSandboxOfCandidate } from '../sandboxes/peers.ts'
import {
  type AnyKey,
  approve,
  employerOf,
  type RecruiterKey,
  refuse,
  revoke,
  toAuditedKey,
  toCandidateKey,
  toOwnedKey,
  toPendingKey,
  toRecruiterKey,
} from './key.ts'
import { mintCandidateKey, mintRecruiterKey } from './mint-actions.ts'
import { rotateKey, rotateOwnKey } from './rotate-actions.ts'
import {
  addKeyUsage,
  findKeysByHash,
  getKey,
  listCandidateKeys,
  listKeyUsage,
  listPendingKeys,
  listRecruiterKeys,
  lockKey,
  lockRecruiterKey,
  saveKey,
  saveKeyUses,
} from './store.ts'
import { setKeyUser } from './user-actions.ts'

/** Approving an Active key changes nothing (D-15). Candidate keys need no approval: not_found. */
const approveKey: Route<AccountsEnv> = route(endpoints.approveKey, (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = approve(before, now)
    await save(sql, context, 'approve-key', before, key)
    if (key.version !== before.version) await mailReview(sql, context, key)
    return { body: { ...toRecruiterKey(key, now), hasApproved: key.version !== before.version } }
  }),
)

/** A refused key is revoked; of an approval and a refusal at once one takes effect. */
const refuseKey: Route<AccountsEnv> = route(endpoints.refuseKey, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = refuse(before, body.reason, now)
    await save(sql, context, 'refuse-key', before, key)
    await mailReview(sql, context, key)
    return { body: toRecruiterKey(key, now) }
  }),
)

/** Revokes a key of either kind permanently (D-16). Revoking it again changes nothing. */
const revokeKey = route(endpoints.revokeKey, (context) =>
  context.commit(async (sql) => {
    const before = await lockKey(sql, context.params.keyId)
    await save(sql, context, 'revoke-key', before, revoke(before, context.now))
    return {}
  }),
)

/** Mails the admins of the employer how the review of a key has ended. */
async function mailReview(
  sql: Tx,
  { service, now }: Pick<Context<typeof endpoints.approveKey, AccountsEnv>, 'service' | 'now'>,
  { id, name, employerId, refusedReason }: RecruiterKey,
): Promise<void> {
  if (!service.env.SMTP_URL) return
  await queueMails(sql, employerId, { kind: 'keys', data: { keyId: id, name, refusedReason } }, now)
}

/** With its audit row; an unchanged key writes nothing. */
async function save(sql: Tx, context: AuditContext, action: AuditAction, before: AnyKey, key: AnyKey) {
  if (key.version === before.version) return
  await saveKey(sql, key)
  await recordAudit(sql, context, {
    action,
    entity: { type: 'api-key', id: key.id },
    before: toAuditedKey(before, context.now),
    after: toAuditedKey(key, context.now),
    employerId: employerOf(key),
  })
}

/** API keys: Admin API, the holder's own, look-ups by gateways and the uses that these report. */
export const keyRoutes: Route<AccountsEnv>[] = [
  mintRecruiterKey,
  mintCandidateKey,
  approveKey,
  refuseKey,
  revokeKey,
  setKeyUser,
  rotateKey,
  rotateOwnKey,
  route(endpoints.listRecruiterKeys, async ({ sql, params, now }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: (await listRecruiterKeys(sql, id)).map((key) => toRecruiterKey(key, now)) }
  }),
  route(endpoints.listKeysForReview, async ({ sql, query, now }) => {
    const { items, ...page } = await listPendingKeys(sql, query, now)
    return { body: { ...page, items: items.map((key) => toPendingKey(key, now)) } }
  }),
  route(endpoints.listCandidateKeys, async ({ sql, service, params, requestId, now }) => {
    const found = await listCandidateKeys(sql, params.candidateId)
    // The owner of candidates decides between a candidate without keys and none.
    if (found.length === 0) await findSandboxOfCandidate(service.call, params.candidateId, requestId)
    return { body: found.map((key) => toCandidateKey(key, now)) }
  }),
  // For the export of what the system holds about a candidate.
  route(listKeysOfCandidate, async ({ sql, params, now }) => ({
    body: (await listCandidateKeys(sql, params.candidateId)).map((key) => toCandidateKey(key, now)),
  })),
  route(endpoints.readKey, async ({ sql, params, now }) => ({
    body: toOwnedKey(await getKey(sql, params.keyId), now),
  })),
  route(findKeys, async ({ sql, body }) => {
    const keys = await findKeysByHash(sql, body.hashes)
    return { body: Object.fromEntries(keys.map((key) => [key.hash, toRecord(key)])) }
  }),
  route(ownKey.getKeyUsage, async ({ sql, keyId, query, now }) =>
    usageSince(sql, keyId, daysBefore(now, query.days - 1)),
  ),
  route(endpoints.getKeyUsageOf, async ({ sql, params, query, now }) => {
    const { id } = await getKey(sql, params.keyId)
    return usageSince(sql, id, daysBefore(now, query.days - 1))
  }),
  // The `Idempotency-Key` of a report that is sent again makes its calls count once.
  route(recordKeyUse, ({ body, commit }) =>
    commit(async (sql) => {
      for (const kind of ['recruiter', 'candidate'] as const) {
        const uses = body.uses.filter((use) => use.kind === kind)
        await saveKeyUses(sql, kind, uses)
      }
      await addKeyUsage(sql, body.usage)
      return {}
    }),
  ),
]

async function usageSince(sql: Sql, keyId: number, since: Date) {
  const days = await listKeyUsage(sql, keyId, since)
  return { body: { days: days as ResponseBody<typeof ownKey.getKeyUsage>['days'] } }
}
