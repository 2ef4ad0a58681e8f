import { join } from 'node:path'
import type { ProcessPlan } from '../infra/process/run-process.ts'
import type { StopSteps } from '../infra/process/stop-process.ts'

/** First line from `npm run dev` to the stack. */
export interface Request {
  token: string
  service: string
}

/** What the stack responds: how to run the service, or why not. */
export type Loan = { url: string; plan: ProcessPlan } | { refusal: string }

/** Second line from `npm run dev`: the process group of its watcher, which the stack ends if `npm run dev` was killed. */
export interface Started {
  group: number
}

/** Where the stack listens for `npm run dev`, and the token that it requires. */
export const stackFile = (dataDir: string) => join(dataDir, 'dev.json')

/** A service that is held by a debugger does not react to SIGTERM. */
export const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 3_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
