import type { z } from 'zod'
import { listOwnApplications } from '../endpoints/candidate.ts'
import { listCreditEntries } from '../endpoints/credits.ts'
import { listEvents } from '../endpoints/events.ts'
import { listJobs } from '../endpoints/jobs.ts'
import { listOpenJobs } from '../endpoints/me-jobs.ts'
import { listApplicationChanges, listApplicationHistory, listApplications } from '../endpoints/pipeline.ts'
import { listProfileViews } from '../endpoints/profile-views.ts'
import { searchCandidates } from '../endpoints/search.ts'

/** The names of the pages of lists. */
export const pageNames: Record<string, z.ZodType> = {
  ApplicationChangePage: listApplicationHistory.response!,
  ApplicationPage: listApplications.response!,
  ApplicationSync: listApplicationChanges.response!,
  CandidatePage: searchCandidates.response!,
  CreditEntryPage: listCreditEntries.response!,
  EventFeed: listEvents.response!,
  JobPage: listJobs.response!,
  OpenJobPage: listOpenJobs.response!,
  OwnApplicationPage: listOwnApplications.response!,
  ProfileViewPage: listProfileViews.response!,
}
