import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { badge, type Tone } from '../../html/blocks.ts'
import type { Option } from '../../html/field.ts'
import type { Html } from '../../html/html.ts'
import type { Role } from '../../person/person.ts'
import { texts } from './texts.ts'

/** Who reads applications, and who moves and tags them too. */
export const readers: readonly Role[] = ['EmployerAdmin', 'Recruiter', 'Interviewer']
export const movers: readonly Role[] = ['EmployerAdmin', 'Recruiter']

/** Statuses in which nobody has to act any more. */
export const FINAL: ReadonlySet<ApplicationStatus> = new Set(['Hired', 'Rejected', 'Withdrawn'])

export const statusOptions: readonly Option[] = applicationStatuses.map((status) => ({
  value: status,
  label: texts.statuses[status],
}))

const tones: Partial<Record<ApplicationStatus, Tone>> = {
  New: 'info',
  Offered: 'warning',
  Hired: 'success',
  Rejected: 'danger',
}

export function statusBadge(status: ApplicationStatus): Html {
  return badge({ text: texts.statuses[status], tone: tones[status] ?? 'neutral' })
}
