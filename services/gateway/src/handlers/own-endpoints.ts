import { getKey } from '@jobboard/contracts/keys/own'
import * as deadLetterEndpoints from '@jobboard/contracts/operators/operations'
import {
  advanceClock,
  getReplay,
  getResync,
  listResyncs,
  replayEvents,
  startResync,
} from '@jobboard/contracts/operators/operations'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { Admitted } from './admitted.ts'
import { advanceTestClock } from './advance-clock.ts'
import { describeKey } from './describe-key.ts'
import * as every from './every-service.ts'

/** Receives the parsed query of its endpoint; returns the body of the response, undefined for none. */
type OwnEndpoint = (deps: GatewayDeps, admitted: Admitted, query: never) => Promise<unknown>

/** The endpoints that the gateway implements itself, by name. */
export const ownEndpoints = new Map<string, OwnEndpoint>([
  [advanceClock.name, advanceTestClock],
  [getKey.name, describeKey],
  [replayEvents.name, every.startServiceReplay],
  [getReplay.name, every.readServiceReplay],
  [deadLetterEndpoints.listDeadLetters.name, every.listDeadLetters],
  [deadLetterEndpoints.getDeadLetter.name, every.getDeadLetter],
  [deadLetterEndpoints.retryDeadLetter.name, every.retryDeadLetter],
  [deadLetterEndpoints.dropDeadLetter.name, every.dropDeadLetter],
  [startResync.name, every.startServiceResync],
  [getResync.name, every.readServiceResync],
  [listResyncs.name, every.listServiceResyncs],
])
