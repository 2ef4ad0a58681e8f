import { employerState } from '@jobboard/contracts/events/accounts'
import { stateSource } from '@jobboard/service/resync/source'
import { countEmployers, listEmployersAfter } from '../store/employer.ts'
import { toEmployerEvent } from '../wire/employer.ts'

/** Every employer as it is now. */
export const employerStates = stateSource({
  type: employerState,
  count: countEmployers,
  async read(sql, { after, limit, now }) {
    const employers = await listEmployersAfter(sql, Number(after), limit)
    return employers.map((employer) => ({
      aggregateId: employer.id,
      aggregateVersion: employer.version,
      occurredAt: now,
      data: toEmployerEvent(employer),
      cursor: String(employer.id),
    }))
  },
})
