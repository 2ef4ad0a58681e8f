import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20

/** When the recruiter could read each application, by the changes of all applications: read again 20 ms after each
 * response, so that a time is that much too long at most. */
export function followApplications(baseUrl: string, keys: string[]) {
  const visibleAt = new Map<number, number>()
  let isStopped = false
  let cursor = ''

  async function follow(): Promise<void> {
    // Requests per minute and key are limited.
    for (let n = 0; !isStopped; n++) {
      const response = await fetch(`${baseUrl}/api/v1/applications/changes?limit=100${cursor}`, {
        headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      })
      const body = (await response.json()) as { items: { id: number }[]; nextCursor: string }
      if (response.ok) {
        for (const { id } of body.items) if (!visibleAt.has(id)) visibleAt.set(id, performance.now())
        cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
      }
      await sleep(PAUSE_MS)
    }
  }

  const following = follow()
  return {
    /** `performance.now()` by application id. */
    visibleAt,
    async stop(): Promise<void> {
      isStopped = true
      await following
    },
  }
}
