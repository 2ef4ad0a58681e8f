import { candidateScopes, recruiterScopes } from '@jobboard/contracts/endpoint'
import { mintCandidateKey, mintRecruiterKey } from '@jobboard/contracts/endpoints/api-keys'
import { MAX_ID } from '@jobboard/contracts/limits'
import { UsageError } from './command.ts'
import { readCount } from './read-count.ts'

/** Whose keys a command is about. */
export const ownerOptions = { employer: { type: 'string' }, candidate: { type: 'string' } } as const

/** The part of `--help` about them. */
export const OWNER_HELP = `  --employer ID        an employer's keys, pk_live_...; scopes ${recruiterScopes.join(', ')}
  --candidate ID       a candidate's keys, ck_live_...; scopes ${candidateScopes.join(', ')}`

/** The path of the owner's keys in the Admin API, and the scopes that they can have. */
export interface KeyOwner {
  path: string
  scopes: readonly string[]
}

/** The owner that the options name. Throws UsageError. */
export function readOwner(verb: string, values: { employer?: string; candidate?: string }): KeyOwner {
  const { employer, candidate } = values
  if (employer !== undefined && candidate !== undefined)
    throw new UsageError('give --employer or --candidate, not both')
  if (employer !== undefined) {
    const id = readCount('--employer', employer, 1, MAX_ID)
    return { path: mintRecruiterKey.path.replace('{employerId}', String(id)), scopes: recruiterScopes }
  }
  if (candidate === undefined) throw new UsageError(`--employer is missing: key ${verb} --employer ID`)
  const id = readCount('--candidate', candidate, 1, MAX_ID)
  return { path: mintCandidateKey.path.replace('{candidateId}', String(id)), scopes: candidateScopes }
}

/** The one key id of a command line. Throws UsageError. */
export function readKeyId(verb: string, positionals: string[]): string {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0)
    throw new UsageError(`key ${verb} takes one ID, got ${positionals.length}; key list shows the ids`)
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new UsageError(`"${id}" is no id of a key, such as 12`)
  return id
}
