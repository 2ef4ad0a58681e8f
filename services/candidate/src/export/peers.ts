import { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listKeysOfCandidate } from '@jobboard/contracts/keys/internal'
import { listUnlocks, MAX_UNLOCKS_PER_CALL } from '@jobboard/contracts/search/internal'
import type { Deps } from '@jobboard/service/lifecycle/deps'

type Unlocks = ResponseBody<typeof listUnlocks>

type ApplicationRecord = ResponseBody<typeof listApplicationRecords>[number]

/** One page of the employers that unlocked the candidate, newest first. Throws unavailable. */
export function fetchUnlocks(
  { call }: Deps,
  candidateId: number,
  page: { page: number; pageSize: number },
  requestId: string,
): Promise<Unlocks> {
  return call(listUnlocks, { params: { candidateId }, query: page }, { requestId })
}

/** All employers that unlocked the candidate, newest first. Throws unavailable. */
export async function fetchAllUnlocks(
  service: Deps,
  candidateId: number,
  requestId: string,
): Promise<Unlocks['items']> {
  const items: Unlocks['items'] = []
  for (let page = 1; ; page++) {
    const fetched = await fetchUnlocks(
      service,
      candidateId,
      { page, pageSize: MAX_UNLOCKS_PER_CALL },
      requestId,
    )
    items.push(...fetched.items)
    if (fetched.items.length < MAX_UNLOCKS_PER_CALL) return items
  }
}

/** The keys of the candidate, without their texts, newest first. Throws unavailable. */
export function fetchKeys({ call }: Deps, candidateId: number, requestId: string) {
  return call(listKeysOfCandidate, { params: { candidateId } }, { requestId })
}

/** The records of up to 50 applications, by application id. One that pipeline has not received yet is left out.
 * Throws unavailable. */
export async function fetchApplicationRecords(
  { call }: Deps,
  candidateId: number,
  applicationIds: number[],
  requestId: string,
): Promise<Map<number, ApplicationRecord>> {
  const input = { params: { candidateId }, body: { applicationIds } }
  const records = await call(listApplicationRecords, input, { requestId, isSafe: true })
  return new Map(records.map((record) => [record.applicationId, record]))
}
