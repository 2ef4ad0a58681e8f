import type { ResponseBody } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/endpoints/api-keys'
import * as ownKey from '@jobboard/contracts/endpoints/key'
import { findKeys, recordKeyUse } from '@jobboard/contracts/internal/keys'
import { listKeysOfCandidate } from '@jobboard/contracts/internal/personal-data'
import { type Route, route } from '@jobboard/service/http/route'
import { daysBefore } from '@jobboard/service/lifecycle/delete-in-batches'
import { approveKey, revokeKey } from '../actions/keys.ts'
import { mintCandidateKey, mintRecruiterKey } from '../actions/mint-key.ts'
import { recordKeyUse as recordUses } from '../actions/record-key-use.ts'
import { rotateKey, rotateOwnKey } from '../actions/rotate-key.ts'
import { getEmployer } from '../store/employer.ts'
import { findKeysByHash, listCandidateKeys, listRecruiterKeys } from '../store/key.ts'
import { listKeyUsage } from '../store/key-usage.ts'
import { toCandidateKey, toRecord, toRecruiterKey } from '../wire/key.ts'

type Days = ResponseBody<typeof ownKey.getKeyUsage>['days']

const list = route(endpoints.listRecruiterKeys, async ({ sql, params, now }) => {
  const { id } = await getEmployer(sql, params.employerId)
  return { body: (await listRecruiterKeys(sql, id)).map((key) => toRecruiterKey(key, now)) }
})

// For the export of what the system holds about a candidate (P-133).
const listOfCandidate = route(listKeysOfCandidate, async ({ sql, params, now }) => ({
  body: (await listCandidateKeys(sql, params.candidateId)).map((key) => toCandidateKey(key, now)),
}))

const find = route(findKeys, async ({ sql, body }) => {
  const keys = await findKeysByHash(sql, body.hashes)
  return { body: Object.fromEntries(keys.map(({ hash, ...key }) => [hash, toRecord(key)])) }
})

const usage = route(ownKey.getKeyUsage, async ({ sql, keyId, query, now }) => ({
  body: { days: (await listKeyUsage(sql, keyId, daysBefore(now, query.days - 1))) as Days },
}))

/** API keys: Admin API, look-ups by the gateway, and the uses that it reports. */
export const keyRoutes: Route[] = [
  list,
  listOfCandidate,
  find,
  usage,
  route(recordKeyUse, recordUses),
  route(endpoints.mintRecruiterKey, mintRecruiterKey),
  route(endpoints.mintCandidateKey, mintCandidateKey),
  route(endpoints.approveKey, approveKey),
  route(endpoints.revokeKey, revokeKey),
  route(endpoints.rotateKey, rotateKey),
  route(ownKey.rotateOwnKey, rotateOwnKey),
]
