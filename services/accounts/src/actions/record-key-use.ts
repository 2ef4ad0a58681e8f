import type { recordKeyUse as endpoint } from '@jobboard/contracts/internal/keys'
import type { Action } from '@jobboard/service/http/route'
import { addKeyUsage } from '../store/key-usage.ts'
import { saveKeyUses } from '../store/key-use.ts'

/** Stores a report of a gateway: last uses (D-18) and calls (P-376). The `Idempotency-Key` of a report that is sent again
 * makes it count once. */
export const recordKeyUse: Action<typeof endpoint> = ({ body, commit }) =>
  commit(async (sql) => {
    for (const kind of ['recruiter', 'candidate'] as const) {
      const ofKind = body.uses.filter((use) => use.kind === kind)
      await saveKeyUses(sql, kind, ofKind)
    }
    await addKeyUsage(sql, body.usage)
    return {}
  })
