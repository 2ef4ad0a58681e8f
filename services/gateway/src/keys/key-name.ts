import type { KeyRecord } from '@jobboard/contracts/keys/internal'

/** The unique name of a key, such as `recruiter:17`: the two kinds are numbered independently. */
export function keyName({ kind, id }: Pick<KeyRecord, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** The owner of a key, such as `employer:3`. */
export function ownerName({
  employerId,
  candidateId,
}: Pick<KeyRecord, 'employerId' | 'candidateId'>): string {
  return employerId === null ? `candidate:${candidateId}` : `employer:${employerId}`
}
