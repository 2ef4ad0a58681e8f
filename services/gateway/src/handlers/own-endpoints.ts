import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import * as deadLetterEndpoints from '@jobboard/contracts/endpoints/dead-letters'
import { getKey } from '@jobboard/contracts/endpoints/key'
import { getReplay, replayEvents } from '@jobboard/contracts/endpoints/replay'
import { getResync, startResync } from '@jobboard/contracts/endpoints/resync'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Admitted } from './admitted.ts'
import { advanceTestClock } from './advance-clock.ts'
import * as deadLetters from './dead-letters.ts'
import { describeKey } from './describe-key.ts'
import { readServiceReplay, startServiceReplay } from './replay-events.ts'
import { readServiceResync, startServiceResync } from './resync.ts'

/** Receives the parsed query of its endpoint; returns the body of the response, undefined for none. */
type OwnEndpoint = (deps: GatewayDeps, admitted: Admitted, query: never) => Promise<unknown>

/** The endpoints that the gateway implements itself, by name. */
export const ownEndpoints = new Map<string, OwnEndpoint>([
  [advanceClock.name, advanceTestClock],
  [getKey.name, describeKey],
  [replayEvents.name, startServiceReplay],
  [getReplay.name, readServiceReplay],
  [deadLetterEndpoints.listDeadLetters.name, deadLetters.listDeadLetters],
  [deadLetterEndpoints.getDeadLetter.name, deadLetters.getDeadLetter],
  [deadLetterEndpoints.retryDeadLetter.name, deadLetters.retryDeadLetter],
  [deadLetterEndpoints.dropDeadLetter.name, deadLetters.dropDeadLetter],
  [startResync.name, startServiceResync],
  [getResync.name, readServiceResync],
])
