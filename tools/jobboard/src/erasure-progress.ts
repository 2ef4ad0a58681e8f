import { getErasure } from '@jobboard/contracts/candidates/erasure'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { AdminApi } from './admin-api.ts'
import { UsageError } from './usage-error.ts'

type Erasure = ResponseBody<typeof getErasure>

/** The one id on a command line; `usage` is what to write. Throws UsageError. */
export function readId(usage: string, positionals: string[]): string {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0)
    throw new UsageError(`${usage} takes one id, got ${positionals.length}`)
  if (!/^[1-9]\d{0,9}$/.test(id)) throw new UsageError(`"${id}" is no id, such as 12`)
  return id
}

/** Reads an erasure. */
export async function readErasure(api: AdminApi, id: string): Promise<Erasure> {
  return (await api('GET', getErasure.path.replace('{erasureId}', id))) as Erasure
}

/** How far an erasure is, as `followProgress` shows it. */
export async function readProgress(api: AdminApi, id: string): Promise<{ done: boolean; line: string }> {
  const { candidateId, completedAt, services } = await readErasure(api, id)
  const missing = services.filter(({ confirmedAt }) => !confirmedAt).map(({ service }) => service)
  const line = completedAt
    ? `erasure ${id} of candidate ${candidateId} completed at ${completedAt}`
    : `erasure ${id} of candidate ${candidateId}: not confirmed by ${missing.join(', ')}`
  return { done: completedAt !== null, line }
}
