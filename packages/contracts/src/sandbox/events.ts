import { z } from 'zod'
import { profileChanged } from '../candidates/events.ts'
import { eventType, stateType } from '../event.ts'
import { id } from '../text.ts'

/** Every service deletes what it holds of this sandbox, and of its candidates. */
export const sandboxRetired = eventType(
  'accounts',
  'sandbox.retired',
  1,
  z.object({ sandboxId: id(), retiredAt: z.iso.datetime() }),
  'A sandbox was reset, deleted or has ended. Its employer and its candidates do not exist any more.',
)

export const retiredSandboxState = stateType(
  'accounts',
  'retired_sandbox',
  1,
  sandboxRetired.data,
  'A resync of accounts, once for each retired sandbox.',
)

const sandboxProfile = profileChanged.data.extend({ sandboxId: id() })

/** A subject of its own: a consumer of live profiles never receives a candidate of a sandbox. */
export const sandboxProfileChanged = eventType(
  'candidate',
  'sandbox_profile.changed',
  1,
  sandboxProfile,
  'A candidate of a sandbox was created, changed, or active.',
)

export const sandboxProfileState = stateType(
  'candidate',
  'sandbox_profile',
  1,
  sandboxProfile,
  'A resync of candidate, once for each candidate of a sandbox.',
)
