import { z } from 'zod'
import {
  applicationChange,
  applicationDetail,
  applicationStatus,
  applicationSummary,
  ownApplication,
  screeningAnswer,
} from '../application.ts'
import { assessment } from '../assessment.ts'
import { profile, profilePatch } from '../candidate.ts'
import { creditBalances, creditEntry } from '../credit.ts'
import { dryRunResult } from '../dry-run.ts'
import { apply } from '../endpoints/candidate.ts'
import { employerUser } from '../endpoints/employers.ts'
import { getKey } from '../endpoints/key.ts'
import { changeApplicationStatus } from '../endpoints/pipeline.ts'
import { getCandidate, previewCandidate, searchCandidates, searchItem } from '../endpoints/search.ts'
import { assignTag } from '../endpoints/tags.ts'
import { jobDetail, jobDraft, jobPatch, jobSummary, screeningQuestion } from '../job.ts'
import { jobPosting } from '../job-posting.ts'
import { employerMetrics } from '../metrics.ts'
import { note, noteDraft, noteUpdate } from '../note.ts'
import { openJob, openJobSummary } from '../open-job.ts'
import { scorecard, scorecardDraft } from '../scorecard.ts'
import { tag } from '../tag.ts'

// The names are part of the frozen document: generated clients have types with these names.
const names: Record<string, z.ZodType> = {
  AiAssessment: assessment,
  Application: applicationDetail,
  ApplicationChange: applicationChange,
  ApplicationStatus: applicationStatus,
  ApplicationSummary: applicationSummary,
  Apply: apply.body!,
  ApplyResult: apply.response!,
  CandidatePreview: previewCandidate.response!,
  CandidateSearch: searchCandidates.body!,
  CandidateSummary: searchItem,
  CreditBalances: creditBalances,
  CreditEntry: creditEntry,
  DryRunResult: dryRunResult,
  EmployerMetrics: employerMetrics,
  EmployerUser: employerUser,
  Job: jobDetail,
  JobDraft: jobDraft,
  JobPatch: jobPatch,
  JobPosting: jobPosting,
  JobSummary: jobSummary,
  Key: getKey.response!,
  Note: note,
  NoteDraft: noteDraft,
  NoteUpdate: noteUpdate,
  OpenJob: openJob,
  OpenJobSummary: openJobSummary,
  OwnApplication: ownApplication,
  Profile: profile,
  ProfilePatch: profilePatch,
  Scorecard: scorecard,
  ScorecardDraft: scorecardDraft,
  ScreeningAnswer: screeningAnswer,
  ScreeningQuestion: screeningQuestion,
  StatusChange: changeApplicationStatus.body!,
  StatusChanged: changeApplicationStatus.response!,
  Tag: tag,
  TagAssignment: assignTag.body!,
  UnlockedProfile: getCandidate.response!,
}

const ids = new Map(Object.entries(names).map(([name, schema]) => [schema as z.core.$ZodType, name]))

/** The `meta` of each schema, and for the schemas above their name in the document as `id`. */
export class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const id = ids.get(schema)
    const meta = z.globalRegistry.get(schema)
    return id === undefined ? meta : { ...meta, id }
  }
}
