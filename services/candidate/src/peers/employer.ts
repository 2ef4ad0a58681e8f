import { getEmployerFacts } from '@jobboard/contracts/internal/facts'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { findEmployerName, saveEmployer } from '../store/employer-copy.ts'

const TIMEOUT_MS = 300

/** The name of an employer: our copy, or on a miss what accounts says. Throws unavailable when neither can tell. */
export async function getEmployerName(
  { call, db }: Deps,
  employerId: number,
  requestId: string,
): Promise<string> {
  const known = await findEmployerName(db.sql, employerId)
  if (known !== undefined) return known
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  const { name, version } = await call(getEmployerFacts, { params: { employerId } }, options)
  await saveEmployer(db.sql, { employerId, name, version })
  return name
}
