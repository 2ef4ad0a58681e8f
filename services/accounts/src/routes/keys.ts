import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/keys/admin'
import { findKeys, listKeysOfCandidate, recordKeyUse } from '@jobboard/contracts/keys/internal'
import * as ownKey from '@jobboard/contracts/keys/own'
import { type Route, route } from '@jobboard/service/http/route'
import { daysBefore } from '@jobboard/service/lifecycle/delete-in-batches'
import { approveKey, revokeKey } from '../actions/keys.ts'
import { mintCandidateKey, mintRecruiterKey } from '../actions/mint-key.ts'
import { rotateKey, rotateOwnKey } from '../actions/rotate-key.ts'
import { setKeyUser } from '../actions/users.ts'
import { getEmployer } from '../store/employer.ts'
import { findKeysByHash, listCandidateKeys, listRecruiterKeys } from '../store/key.ts'
import { addKeyUsage, listKeyUsage } from '../store/key-usage.ts'
import { saveKeyUses } from '../store/key-use.ts'
import { toCandidateKey, toRecord, toRecruiterKey } from '../wire/key.ts'

type Days = ResponseBody<typeof ownKey.getKeyUsage>['days']

const list = route(endpoints.listRecruiterKeys, async ({ sql, params, now }) => {
  const { id } = await getEmployer(sql, params.employerId)
  return { body: (await listRecruiterKeys(sql, id)).map((key) => toRecruiterKey(key, now)) }
})

// For the export of what the system holds about a candidate.
const listOfCandidate = route(listKeysOfCandidate, async ({ sql, params, now }) => ({
  body: (await listCandidateKeys(sql, params.candidateId)).map((key) => toCandidateKey(key, now)),
}))

const find = route(findKeys, async ({ sql, body }) => {
  const keys = await findKeysByHash(sql, body.hashes)
  return { body: Object.fromEntries(keys.map(({ hash, ...key }) => [hash, toRecord(key)])) }
})

// The `Idempotency-Key` of a report that is sent again makes its calls count once.
const recordUses = route(recordKeyUse, ({ body, commit }) =>
  commit(async (sql) => {
    for (const kind of ['recruiter', 'candidate'] as const) {
      const ofKind = body.uses.filter((use) => use.kind === kind)
      await saveKeyUses(sql, kind, ofKind)
    }
    await addKeyUsage(sql, body.usage)
    return {}
  }),
)

const usage = route(ownKey.getKeyUsage, async ({ sql, keyId, query, now }) => ({
  body: { days: (await listKeyUsage(sql, keyId, daysBefore(now, query.days - 1))) as Days },
}))

/** API keys: Admin API, look-ups by the gateway, and the uses that it reports. */
export const keyRoutes: Route[] = [
  list,
  listOfCandidate,
  find,
  usage,
  recordUses,
  route(endpoints.mintRecruiterKey, mintRecruiterKey),
  route(endpoints.mintCandidateKey, mintCandidateKey),
  route(endpoints.approveKey, approveKey),
  route(endpoints.revokeKey, revokeKey),
  route(endpoints.setKeyUser, setKeyUser),
  route(endpoints.rotateKey, rotateKey),
  route(ownKey.rotateOwnKey, rotateOwnKey),
]
