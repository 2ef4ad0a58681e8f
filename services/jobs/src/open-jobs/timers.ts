import { ApiError } from '@jobboard/contracts/error'
import type { Timer } from '@jobboard/service/lifecycle/deps'
import type { BaseEnv } from '@jobboard/service/lifecycle/env'
import { type PendingActivity, reportActivity } from './peers.ts'

/** Reports once a second which candidates read jobs. While the candidate service is down it waits in memory. */
export const reportActivityTimer: Timer<BaseEnv, PendingActivity> = {
  name: 'report-activity',
  everyMs: 1_000,
  async run(deps) {
    await reportActivity(deps).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'unavailable')) throw error
    })
  },
}
