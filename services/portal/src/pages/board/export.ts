import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import type { Page } from '../../http/page.ts'
import { csvExport } from '../../kit/export.ts'
import { readers } from './card.ts'
import { readList, seesContact, type Versioned } from './reading.ts'

const filters = Object.keys(listAllApplications.query!.shape)

const exportOf = (path: string): Page =>
  csvExport<Versioned>({
    path,
    roles: readers,
    name: 'applications',
    filters,
    read: (visit, query) => readList(visit, visit.params.jobId, query, { isHidden: true }),
    columns: (visit) => ({
      Application: ({ id }) => id,
      Candidate: ({ name }) => name,
      ...(seesContact(visit) && { 'E-mail': ({ email }) => email }),
      Headline: ({ headline }) => headline,
      'Job id': ({ jobId }) => jobId,
      Job: ({ jobTitle }) => jobTitle,
      Status: ({ status }) => status,
      Score: ({ assessmentScore }) => assessmentScore,
      'With AI': ({ isAiAssisted }) => (isAiAssisted ? 'yes' : 'no'),
      Tags: ({ tags }) => tags.join('; '),
      Applied: ({ appliedAt }) => appliedAt,
      'Last change': ({ updatedAt }) => updatedAt,
    }),
  })

/** The lists of applications as files. */
export const exportPages: Page[] = [
  exportOf('/applications/export'),
  exportOf('/jobs/:jobId/applications/export'),
]
