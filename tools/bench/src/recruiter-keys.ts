import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import { mapConcurrently } from './concurrency.ts'

/** Keys of each employer of a new stack, by its id from 1 to `employers`: as many as `keysOf` says. */
export async function createRecruiterKeys(
  stack: Stack,
  settings: Settings,
  employers: number,
  keysOf: (employerId: number) => number,
): Promise<Map<number, string[]>> {
  const admin = <T>(path: string, body: unknown) =>
    postJson<T>(stack.adminUrl, settings.adminToken, path, body)
  const keys = new Map<number, string[]>()
  await mapConcurrently(employers, 4, async () => {
    const { id } = await admin<{ id: number }>('/admin/v1/employers', {
      name: 'Bench',
      isTrustedPartner: true,
    })
    const path = `/admin/v1/employers/${id}/api-keys`
    const minted = await mapConcurrently(keysOf(id), 1, () =>
      admin<{ apiKey: string }>(path, { name: 'bench', scopes: ['Applications'] }),
    )
    keys.set(
      id,
      minted.map(({ apiKey }) => apiKey),
    )
  })
  if (!keys.has(1) || keys.size !== employers)
    throw new Error('This benchmark needs a stack without employers.')
  return keys
}
