import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { getKey } from '@jobboard/contracts/endpoints/key'
import type { Exchange } from '../http/exchange.ts'
import { describeKey } from '../keys/describe-key.ts'
import type { Parts } from '../parts.ts'
import { advanceTestClock } from './advance-clock.ts'

type LocalAnswer = (parts: Parts, exchange: Exchange) => Promise<void>

/** What the gateway answers itself, by the name of the endpoint. */
export const localAnswers = new Map<string, LocalAnswer>([
  [advanceClock.name, advanceTestClock],
  [getKey.name, describeKey],
])
