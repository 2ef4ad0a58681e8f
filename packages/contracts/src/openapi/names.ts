import { z } from 'zod'
import * as application from '../application.ts'
import * as assessments from '../assessment.ts'
import { newCandidate, profile, profilePatch } from '../candidate.ts'
import { candidateFacets, facetName } from '../candidate-facets.ts'
import * as credit from '../credit.ts'
import { dryRunResult } from '../dry-run.ts'
import * as keys from '../endpoints/api-keys.ts'
import { applicationSort, listApplicationChanges, listApplications } from '../endpoints/application-lists.ts'
import { auditRow } from '../endpoints/audit.ts'
import { apply, listOwnApplications } from '../endpoints/candidate.ts'
import { consent } from '../endpoints/consent.ts'
import { listCreditEntries } from '../endpoints/credits.ts'
import { deadLetter, deadLetterDetail } from '../endpoints/dead-letters.ts'
import * as employers from '../endpoints/employers.ts'
import { listEvents } from '../endpoints/events.ts'
import { listJobs } from '../endpoints/jobs.ts'
import { getKey, keyKind, limitFamily } from '../endpoints/key.ts'
import { ownData } from '../endpoints/me-export.ts'
import { listOpenJobs } from '../endpoints/me-jobs.ts'
import { listOwnDeliveries, listOwnSubscriptions } from '../endpoints/own-webhooks.ts'
import { changeApplicationStatus, listApplicationHistory } from '../endpoints/pipeline.ts'
import { listProfileViews, profileView } from '../endpoints/profile-views.ts'
import { reindex } from '../endpoints/reindex.ts'
import { progress } from '../endpoints/resync.ts'
import { getCandidate, previewCandidate, searchCandidates, searchItem } from '../endpoints/search.ts'
import { assignTag } from '../endpoints/tags.ts'
import * as webhook from '../endpoints/webhook.ts'
import * as webhookDelivery from '../endpoints/webhook-delivery.ts'
import * as job from '../job.ts'
import { jobPosting, place } from '../job-posting.ts'
import { employerMetrics } from '../metrics.ts'
import { note, noteDraft, noteLevel, noteUpdate } from '../note.ts'
import { openJob, openJobSummary } from '../open-job.ts'
import { careerStatus, languageLevel } from '../profile-parts.ts'
import { profileSection, queryMatch } from '../query-match.ts'
import { replay } from '../replay.ts'
import { salaryPeriod } from '../salary.ts'
import { recommendation, scorecard, scorecardDraft } from '../scorecard.ts'
import { questionType, screeningQuestion } from '../screening-question.ts'
import { serviceName } from '../service-name.ts'
import { tag } from '../tag.ts'
import { webhookBodies, webhookTestBody } from '../webhook-event.ts'

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
  AiAssessment: assessments.assessment,
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
  AssessmentVerdict: assessments.verdict,
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
  EmployerUser: employers.employerUser,
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
  UserRole: employers.userRole,
  WebhookEventType: webhook.webhookEvent,
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
