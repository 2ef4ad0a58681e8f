import type { ApplicationStatus } from '@jobboard/contracts/applications/application'

/** The words for the status of an application. */
export const applicationStatusTexts: Record<ApplicationStatus, string> = {
  New: 'New',
  Screened: 'Screened',
  Shortlisted: 'Shortlisted',
  Interviewing: 'Interviewing',
  Interviewed: 'Interviewed',
  Offered: 'Offered',
  Hired: 'Hired',
  Rejected: 'Rejected',
  Withdrawn: 'Withdrawn',
}
