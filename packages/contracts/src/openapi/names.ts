import { z } from 'zod'
import * as application from '../applications/application.ts'
import {
  applicationSort,
  changeApplicationStatus,
  listApplicationChanges,
  listApplicationHistory,
  listApplications,
} from '../applications/endpoints.ts'
import { note, noteDraft, noteLevel, noteUpdate } from '../applications/notes.ts'
import { apply, listOwnApplications } from '../applications/own.ts'
import { recommendation, scorecard, scorecardDraft } from '../applications/scorecards.ts'
import { assignTag, tag } from '../applications/tags.ts'
import { consent, listProfileViews, ownData, profileView } from '../candidates/me.ts'
import { newCandidate, profile, profilePatch } from '../candidates/profile.ts'
import { careerStatus, languageLevel } from '../candidates/profile-parts.ts'
import * as credit from '../credits/credit.ts'
import { dryRunResult } from '../credits/credit.ts'
import { listCreditEntries } from '../credits/endpoints.ts'
import * as employers from '../employers/employers.ts'
import { employerMetrics } from '../employers/employers.ts'
import * as employersEmployersUsers from '../employers/users.ts'
import { listJobs } from '../jobs/endpoints.ts'
import * as job from '../jobs/job.ts'
import { questionType, salaryPeriod, screeningQuestion } from '../jobs/job.ts'
import { jobPosting, listOpenJobs, openJob, openJobSummary, place } from '../jobs/open-jobs.ts'
import * as keys from '../keys/key.ts'
import { keyKind, limitFamily } from '../keys/key.ts'
import { getKey } from '../keys/own.ts'
import { auditRow } from '../operators/audit.ts'
import { deadLetter, deadLetterDetail, progress, replay, serviceName } from '../operators/operations.ts'
import { reindex } from '../search/reindex.ts'
import {
  candidateFacets,
  facetName,
  getCandidate,
  previewCandidate,
  profileSection,
  queryMatch,
  searchCandidates,
  searchItem,
} from '../search/search.ts'
import * as webhookDelivery from '../webhooks/deliveries.ts'
import { listOwnDeliveries, listOwnSubscriptions } from '../webhooks/own.ts'
import * as webhookWebhooksPublicEvents from '../webhooks/public-events.ts'
import { listEvents, webhookBodies, webhookTestBody } from '../webhooks/public-events.ts'
import * as webhook from '../webhooks/subscriptions.ts'

/** The names of the pages of lists. */
const pageNames: Record<string, z.ZodType> = {
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
  WebhookDeliveryPage: listOwnDeliveries.response!,
  WebhookSubscriptionPage: listOwnSubscriptions.response!,
}

// The names are part of the document: generated clients have types with these names.
const names: Record<string, z.ZodType> = {
  ...pageNames,
  AiAssessment: application.assessment,
  Application: application.applicationDetail,
  ApplicationChange: application.applicationChange,
  ApplicationErasedEvent: webhookBodies['application.erased'],
  ApplicationSort: applicationSort,
  ApplicationStatus: application.applicationStatus,
  ApplicationStatusChangedEvent: webhookBodies['application.status_changed'],
  ApplicationSubmittedEvent: webhookBodies['application.submitted'],
  ApplicationSummary: application.applicationSummary,
  ApplicationType: application.applicationType,
  Apply: apply.body!,
  ApplyMethod: job.applyMethod,
  ApplyResult: apply.response!,
  AssessmentVerdict: application.verdict,
  AuditRow: auditRow,
  CandidateFacet: facetName,
  CandidateFacets: candidateFacets,
  CandidateKey: keys.candidateKey,
  CandidatePreview: previewCandidate.response!,
  CandidateScope: keys.candidateScope,
  CandidateSearch: searchCandidates.body!,
  CandidateSummary: searchItem,
  CareerStatus: careerStatus,
  Consent: consent,
  CreditBalances: credit.creditBalances,
  CreditEntry: credit.creditEntry,
  CreditKind: credit.creditKind,
  DeadLetter: deadLetter,
  DeadLetterDetail: deadLetterDetail,
  DeliveryStatus: webhookDelivery.deliveryStatus,
  DryRunResult: dryRunResult,
  Employer: employers.employer,
  EmployerMetrics: employerMetrics,
  EmployerUser: employersEmployersUsers.employerUser,
  EmploymentType: job.employmentType,
  IncludedObjects: application.includedObjects,
  Job: job.jobDetail,
  JobDraft: job.jobDraft,
  JobExpiredEvent: webhookBodies['job.expired'],
  JobPatch: job.jobPatch,
  JobPosting: jobPosting,
  JobPostingPlace: place,
  JobStatus: job.jobStatus,
  JobSummary: job.jobSummary,
  Key: getKey.response!,
  KeyKind: keyKind,
  KeyStatus: keys.keyStatus,
  LanguageLevel: languageLevel,
  LimitFamily: limitFamily,
  NewCandidate: newCandidate,
  Note: note,
  NoteDraft: noteDraft,
  NoteLevel: noteLevel,
  NoteUpdate: noteUpdate,
  OpenJob: openJob,
  OpenJobSummary: openJobSummary,
  OwnApplication: application.ownApplication,
  OwnData: ownData,
  Profile: profile,
  ProfilePatch: profilePatch,
  ProfileSection: profileSection,
  ProfileView: profileView,
  QueryMatch: queryMatch,
  Recommendation: recommendation,
  RecruiterKey: keys.recruiterKey,
  RecruiterScope: keys.recruiterScope,
  RemoteType: job.remoteType,
  Reindex: reindex,
  Replay: replay,
  Resync: progress,
  SalaryPeriod: salaryPeriod,
  Scorecard: scorecard,
  ScorecardDraft: scorecardDraft,
  ScreeningAnswer: application.screeningAnswer,
  ScreeningQuestion: screeningQuestion,
  ScreeningQuestionType: questionType,
  ServiceName: serviceName,
  StatusChange: changeApplicationStatus.body!,
  StatusChanged: changeApplicationStatus.response!,
  SubmittedApplication: application.submittedApplication,
  SubscriptionStatus: webhook.subscriptionStatus,
  Tag: tag,
  TagAssignment: assignTag.body!,
  UnlockedProfile: getCandidate.response!,
  UserRole: employersEmployersUsers.userRole,
  WebhookEventType: webhookWebhooksPublicEvents.webhookEvent,
  WebhookSubscription: webhook.subscriptionState,
  WebhookTestEvent: webhookTestBody,
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
