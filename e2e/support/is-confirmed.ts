import type { ErasingService } from '@jobboard/contracts/candidates/erasure'
import type { Client } from '@jobboard/testkit/client'

/** Whether the service has confirmed the erasure. */
export async function isConfirmed(api: Client, service: ErasingService, erasureId: number): Promise<boolean> {
  const { body } = await api.get(`/admin/v1/erasures/${erasureId}`)
  return body.services.some(
    (one: { service: string; confirmedAt: string | null }) => one.service === service && one.confirmedAt,
  )
}
