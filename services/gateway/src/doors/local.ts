import { advanceClock } from '@jobboard/contracts/endpoints/clock'
import type { Caller } from '@jobboard/service/caller'
import { advanceEverywhere } from '../clock/advance.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Parts } from '../parts.ts'

type LocalAnswer = (parts: Parts, exchange: Exchange, caller: Caller) => Promise<void>

/** What the gateway answers itself, by the name of the endpoint. */
export const localAnswers = new Map<string, LocalAnswer>([[advanceClock.name, advanceEverywhere]])
