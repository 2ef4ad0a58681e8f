import { listUnlocks } from '@jobboard/contracts/search/internal'
import { type Route, route } from '@jobboard/service/http/route'
import type { SearchEnv } from '../env.ts'
import { listUnlocksOf } from '../store/unlock.ts'

/** Read by candidate for the candidate's own list. */
export const unlockRoutes: Route<SearchEnv>[] = [
  route(listUnlocks, async ({ sql, params, query }) => {
    const page = await listUnlocksOf(sql, params.candidateId, query)
    const items = page.items.map(({ employerId, unlockedAt }) => ({
      employerId,
      unlockedAt: unlockedAt.toISOString(),
    }))
    return { body: { ...page, items } }
  }),
]
