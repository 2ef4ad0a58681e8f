import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import { getKey } from '@jobboard/contracts/endpoints/key'
import { advanceEverywhere } from '../clock/advance.ts'
import type { Exchange } from '../http/exchange.ts'
import { describeKey } from '../keys/describe-key.ts'
import type { Parts } from '../parts.ts'

type LocalAnswer = (parts: Parts, exchange: Exchange) => Promise<void>

/** What the gateway answers itself, by the name of the endpoint. */
export const localAnswers = new Map<string, LocalAnswer>([
  [advanceClock.name, advanceEverywhere],
  [getKey.name, describeKey],
])
