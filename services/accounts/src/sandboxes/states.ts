import { retiredSandboxState } from '@jobboard/contracts/sandbox/events'
import { stateSource } from '@jobboard/service/resync/source'
import { countRetired, listRetiredAfter } from './store.ts'

/** Every sandbox that was retired. */
export const retiredStates = stateSource({
  type: retiredSandboxState,
  count: countRetired,
  async read(sql, { after, limit, now }) {
    const rows = await listRetiredAfter(sql, Number(after), limit)
    return rows.map(({ sandboxId, retiredAt }) => ({
      aggregateId: sandboxId,
      aggregateVersion: 1,
      occurredAt: now,
      data: { sandboxId, retiredAt: retiredAt.toISOString() },
      cursor: String(sandboxId),
    }))
  },
})
