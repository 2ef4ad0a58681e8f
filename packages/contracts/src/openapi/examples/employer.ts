import type { Example } from './example.ts'
import { creditEntry, page, user } from './resources.ts'
import { webhookExamples } from './webhooks.ts'

const balances = { JobPosting: 9, CvSearch: 41, CvDownload: 5 }
const byStatus = {
  New: 1,
  Screened: 0,
  Shortlisted: 0,
  Interviewing: 0,
  Interviewed: 0,
  Offered: 0,
  Hired: 0,
  Rejected: 0,
  Withdrawn: 0,
}
const applications = { total: 1, byStatus }
const noMedians = Object.fromEntries(Object.keys(byStatus).map((status) => [status, null]))

/** The employer of a key, its credits and its events. */
export const employerExamples: Record<string, Example> = {
  'get-key': {
    response: {
      id: 4,
      kind: 'recruiter',
      name: 'Recruiting system',
      userId: 3,
      scopes: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'],
      expiresAt: null,
      limits: [
        { family: 'jobs', requestsPerMinute: 100 },
        { family: 'search', requestsPerMinute: 30 },
      ],
      credits: balances,
    },
  },
  'rotate-own-key': {
    body: { overlapSeconds: 86_400 },
    response: {
      ...{ id: 9, name: 'Recruiting system', status: 'Active', expiresAt: null },
      ...{ createdAt: '2026-03-01T12:00:00.000Z', lastUsedAt: null },
      ...{ scopes: ['JobPosting', 'Applications'], userId: 3, apiKey: `pk_live_${'EXAMPLE'.repeat(6)}` },
    },
  },
  'get-key-usage': {
    query: { days: 7 },
    response: {
      days: [
        {
          ...{ date: '2026-03-01', family: 'jobs' },
          ...{ ok: 412, clientErrors: 3, rateLimited: 0, serverErrors: 0 },
        },
      ],
    },
  },
  'get-credits': { response: balances },
  'list-credit-entries': {
    query: { kind: 'JobPosting', page: 1, pageSize: 50 },
    response: { ...page(creditEntry), nextCursor: null },
  },
  'list-employer-users': { response: [user] },
  'get-employer-metrics': {
    response: {
      jobs: { Draft: 0, Active: 1, Closed: 0, Expired: 0 },
      applications,
      conversion: { Interviewing: 0, Offered: 0, Hired: 0 },
      medianSecondsInStatus: noMedians,
      newestJobs: [{ jobId: 7, title: 'Baker', status: 'Active', applications }],
      unlocksLast30Days: 1,
      credits: balances,
      asOf: '2026-03-01T13:00:00.000Z',
    },
  },
  'list-events': {
    query: { limit: 50 },
    response: {
      items: [webhookExamples['application.submitted'], webhookExamples['application.status_changed']],
      nextAfter: webhookExamples['application.status_changed'].id,
      hasMore: false,
    },
  },
}
