import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { getKey } from '@jobboard/contracts/endpoints/key'
import { getReplay, replayEvents } from '@jobboard/contracts/endpoints/replay'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Admitted } from './admitted.ts'
import { advanceTestClock } from './advance-clock.ts'
import { describeKey } from './describe-key.ts'
import { readServiceReplay, startServiceReplay } from './replay-events.ts'

/** Returns the body of the response. */
type OwnEndpoint = (deps: GatewayDeps, admitted: Admitted) => Promise<unknown>

/** The endpoints that the gateway implements itself, by name. */
export const ownEndpoints = new Map<string, OwnEndpoint>([
  [advanceClock.name, advanceTestClock],
  [getKey.name, describeKey],
  [replayEvents.name, startServiceReplay],
  [getReplay.name, readServiceReplay],
])
