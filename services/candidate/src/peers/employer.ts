import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { findEmployerName, listEmployerNames, saveEmployerCopy } from '../store/employer-copy.ts'

const TIMEOUT_MS = 300

/** Name of an employer: the local copy, on a miss from accounts. Throws unavailable when accounts is down on a miss. */
export async function fetchEmployerName(
  { call, db }: Deps,
  employerId: number,
  requestId: string,
): Promise<string> {
  const copied = await findEmployerName(db.sql, employerId)
  if (copied !== undefined) return copied
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  const { name, version } = await call(getEmployerFacts, { params: { employerId } }, options)
  await saveEmployerCopy(db.sql, { employerId, name, version })
  return name
}

/** Names of employers by id: the local copies, on a miss from accounts. Throws unavailable when accounts is down on a
 * miss. */
export async function fetchEmployerNames(
  service: Deps,
  employerIds: number[],
  requestId: string,
): Promise<Map<number, string>> {
  const names = await listEmployerNames(service.db.sql, employerIds)
  const missing = new Set(employerIds.filter((employerId) => !names.has(employerId)))
  for (const employerId of missing) {
    names.set(employerId, await fetchEmployerName(service, employerId, requestId))
  }
  return names
}
