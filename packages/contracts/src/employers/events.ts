import { z } from 'zod'
import { eventType, stateType } from '../event.ts'
import { sandboxId } from '../sandbox/sandbox.ts'
import { id } from '../text.ts'

/** Admin API. The contract and the trust decide whether keys are approved (D-15). */
export const employerChanged = eventType(
  'accounts',
  'employer.changed',
  1,
  z.object({
    employerId: id(),
    name: z.string(),
    hasActiveContract: z.boolean(),
    isTrustedPartner: z.boolean(),
    version: z.int(),
    sandboxId,
  }),
  'An employer was created or changed.',
)

export const employerState = stateType(
  'accounts',
  'employer',
  1,
  employerChanged.data,
  'A resync of accounts, once for each employer.',
)
