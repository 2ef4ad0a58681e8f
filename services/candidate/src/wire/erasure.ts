import { erasingServices, type getErasure } from '@jobboard/contracts/candidates/erasure'
import type { Erased } from '@jobboard/contracts/candidates/events'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { ErasedApplication, StoredErasure } from '../domain/erasure.ts'

const RECENT_MS = 30 * 86_400_000

/** Data of `candidate.erased`. */
export function toErased(
  { erasureId, candidateId, erasedAt }: { erasureId: number; candidateId: number; erasedAt: Date },
  applications: readonly ErasedApplication[],
): Erased {
  const isRecent = ({ appliedAt }: ErasedApplication) => appliedAt.getTime() > erasedAt.getTime() - RECENT_MS
  return {
    erasureId,
    candidateId,
    erasedAt: erasedAt.toISOString(),
    applicationIds: applications.map(({ id }) => id),
    recentApplications: applications.filter(isRecent).map(({ id, appliedAt, ...application }) => ({
      ...application,
      applicationId: id,
      appliedAt: appliedAt.toISOString(),
    })),
  }
}

/** An erasure as operators read it, with every service in a fixed order. */
export function toErasure(erasure: StoredErasure): ResponseBody<typeof getErasure> {
  const services = erasingServices.map((service) => {
    const confirmation = erasure.confirmations.find((one) => one.service === service)
    return {
      service,
      confirmedAt: confirmation ? new Date(confirmation.confirmedAt).toISOString() : null,
    }
  })
  const times = services.map(({ confirmedAt }) => confirmedAt)
  return {
    erasureId: erasure.id,
    candidateId: erasure.candidateId,
    requestedAt: erasure.requestedAt.toISOString(),
    completedAt: times.includes(null) ? null : (times.toSorted().at(-1) ?? null),
    services,
  }
}
