import { candidateScopes, recruiterScopes } from '@jobboard/contracts/endpoint'
import { mintCandidateKey, mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { MAX_ID } from '@jobboard/contracts/limits'
import { count } from './option.ts'
import { UsageError } from './usage-error.ts'

/** Whose keys a command is about. */
export const ownerOptions = {
  employer: count('ID', `an employer's keys, pk_live_...; scopes ${recruiterScopes.join(', ')}`, 1, MAX_ID),
  candidate: count('ID', `a candidate's keys, ck_live_...; scopes ${candidateScopes.join(', ')}`, 1, MAX_ID),
}

/** The path of the owner's keys in the Admin API, and the scopes that they can have. */
export interface KeyOwner {
  path: string
  scopes: readonly string[]
}

/** The owner that the options name. Throws UsageError. */
export function readOwner(verb: string, values: { employer?: number; candidate?: number }): KeyOwner {
  const { employer, candidate } = values
  if (employer !== undefined && candidate !== undefined)
    throw new UsageError('give --employer or --candidate, not both')
  if (employer !== undefined) {
    return { path: mintRecruiterKey.path.replace('{employerId}', String(employer)), scopes: recruiterScopes }
  }
  if (candidate === undefined) throw new UsageError(`--employer is missing: key ${verb} --employer ID`)
  return { path: mintCandidateKey.path.replace('{candidateId}', String(candidate)), scopes: candidateScopes }
}

/** The one key id of a command line. Throws UsageError. */
export function readKeyId(verb: string, positionals: string[]): string {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0)
    throw new UsageError(`key ${verb} takes one ID, got ${positionals.length}; key list shows the ids`)
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new UsageError(`"${id}" is no id of a key, such as 12`)
  return id
}
