import type { ApplicationStatus } from '@jobboard/contracts/applications/application'

const stages: Partial<Record<ApplicationStatus, number>> = {
  Interviewing: 1,
  Interviewed: 1,
  Offered: 2,
  Hired: 3,
}

/** The hiring stage of a status: 0 before the interview or ended, 1 Interviewing, 2 Offered, 3 Hired. */
export function stageOf(status: ApplicationStatus): number {
  return stages[status] ?? 0
}
