import type { LeaderTimes } from '../../src/publisher/leadership.ts'

/** A quarter of the real times or less. Not shorter: a busy machine must not end the session of a healthy leader. */
export const SHORT_LEADER_TIMES: LeaderTimes = {
  sessionTimeoutMs: 2_500,
  heartbeatMs: 400,
  natsDownLimitMs: 500,
  followerPollMs: 200,
}
