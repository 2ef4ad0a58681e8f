import { applicationSummary } from './resources.ts'

const event = (type: string, timestamp: string, data: object) => ({
  id: '7d2f4c1a-0a6b-4d0f-9d5b-0c7f4f1f9a10',
  type,
  timestamp,
  data,
})
const { id, candidateId, jobTitle, appliedAt } = applicationSummary

/** The body of a delivery, by event. */
export const webhookExamples = {
  'application.submitted': event('application.submitted', appliedAt, {
    applicationId: id,
    jobPostId: applicationSummary.jobId,
    jobTitle,
    candidateId,
    appliedAt,
    applicationType: 'Api',
  }),
  'application.status_changed': event('application.status_changed', '2026-03-01T12:00:00.000Z', {
    applicationId: id,
    previousStatus: 'New',
    newStatus: 'Shortlisted',
    changedAt: '2026-03-01T12:00:00.000Z',
  }),
  'job.expired': event('job.expired', '2026-04-01T00:00:00.000Z', {
    jobPostId: applicationSummary.jobId,
    expiredAt: '2026-04-01T00:00:00.000Z',
  }),
  'application.erased': event('application.erased', '2026-06-01T08:00:00.100Z', {
    applicationId: id,
    jobPostId: applicationSummary.jobId,
    erasedAt: '2026-06-01T08:00:00.000Z',
  }),
  'webhook.test': event('webhook.test', '2026-03-01T12:00:00.000Z', { subscriptionId: 2 }),
}

/** The figures of a subscription. */
export const webhookStats = {
  steps: [
    { startsAt: '2026-03-01T10:00:00.000Z', succeeded: 41, failed: 1, p50Ms: 85, p95Ms: 430 },
    { startsAt: '2026-03-01T11:00:00.000Z', succeeded: 0, failed: 0, p50Ms: null, p95Ms: null },
  ],
  total: { succeeded: 41, failed: 1, p50Ms: 85, p95Ms: 430 },
  pending: 1,
  nextAttemptAt: '2026-03-01T11:05:00.000Z',
}

/** An attempt of a delivery. */
export const webhookAttempt = {
  number: 1,
  startedAt: '2026-03-01T10:00:00.000Z',
  durationMs: 84,
  statusCode: 200,
  error: null,
  responseBody: 'ok',
}
