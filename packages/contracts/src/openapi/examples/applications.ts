import type { Example } from './example.ts'
import { applicationSummary, assessment, note, page, profile, screeningAnswers } from './resources.ts'

const path = { id: 31 }
const tag = { label: 'night shift', usageCount: 1 }
const reasons = [
  { code: 'no-licence', label: 'A licence is missing' },
  { code: 'position-filled', label: 'The position is filled' },
]
const noApplications = {
  New: 0,
  Screened: 0,
  Shortlisted: 0,
  Interviewing: 0,
  Interviewed: 0,
  Offered: 0,
  Hired: 0,
  Rejected: 0,
  Withdrawn: 0,
}
const statuses = ['Screened', 'Shortlisted', 'Interviewing', 'Interviewed', 'Offered']
const scorecard = {
  applicationId: 31,
  stage: 'phone screen',
  authorUserId: 3,
  recommendation: 'Yes',
  comments: 'Good hands, slow ovens.',
  ratings: [{ criterion: 'Sourdough', score: 5 }],
  createdAt: '2026-03-01T11:30:00.000Z',
  updatedAt: '2026-03-01T11:30:00.000Z',
}

/** Applications, and what employers write about them. */
export const applicationExamples: Record<string, Example> = {
  'list-applications': {
    path: { jobId: 7 },
    query: { status: 'New', sort: '-appliedAt', page: 1, pageSize: 50 },
    response: { ...page(applicationSummary), nextCursor: null },
  },
  'list-all-applications': {
    query: { updatedSince: '2026-03-01T00:00:00Z', sort: 'updatedAt', include: 'tags,scorecards,assessment' },
    response: {
      ...page({
        ...applicationSummary,
        included: { tags: [tag], scorecards: [scorecard], assessment },
      }),
      nextCursor: null,
    },
  },
  'count-applications': {
    query: { jobIds: '7,8' },
    response: {
      items: [
        { jobId: 7, total: 3, byStatus: { ...noApplications, New: 2, Interviewing: 1 } },
        { jobId: 8, total: 0, byStatus: noApplications },
      ],
    },
  },
  'list-application-changes': {
    query: { limit: 50 },
    response: { items: [applicationSummary], nextCursor: 'MTc3MjM1OTIwMDAwMC4zMQ', hasMore: false },
  },
  'get-application': {
    path,
    response: {
      ...applicationSummary,
      phone: profile.phone,
      city: profile.city,
      country: profile.country,
      coverLetter: 'I would like to bake for you.',
      resumeUrl: null,
      screeningAnswers,
      profile,
      allowedTransitions: [...statuses, 'Hired', 'Rejected', 'Withdrawn'],
    },
  },
  'get-ai-assessment': { path, response: assessment },
  'change-application-status': {
    path,
    body: { status: 'Shortlisted', note: 'Call on Monday.' },
    response: { id: 31, previousStatus: 'New', status: 'Shortlisted', changedAt: '2026-03-01T12:00:00.000Z' },
  },
  'list-application-history': {
    path,
    query: { page: 1, pageSize: 50 },
    response: page({
      id: 2,
      previousStatus: 'New',
      status: 'Shortlisted',
      note: 'Call on Monday.',
      authorKeyId: 4,
      authorUserId: 3,
      changedBy: 'Employer',
      changedAt: '2026-03-01T12:00:00.000Z',
    }),
  },
  'list-rejection-reasons': { response: reasons },
  'replace-rejection-reasons': { body: reasons, response: reasons },
  'list-tags': { response: [tag] },
  'list-application-tags': { path, response: [tag] },
  'assign-tag': { path, body: { label: 'Night shift' }, response: tag },
  'remove-tag': { path: { id: 31, label: 'night shift' } },
  'list-notes': { path, response: [note] },
  'get-note': { path: { noteId: 5 }, response: note },
  'create-note': { path, body: { text: 'Asked for a Tuesday.', level: 'application' }, response: note },
  'update-note': { path: { noteId: 5 }, body: { text: 'Asked for a Wednesday.' } },
  'delete-note': { path: { noteId: 5 } },
  'list-scorecards': { path, response: [scorecard] },
  'get-scorecard': { path: { id: 31, stage: 'phone screen' }, response: scorecard },
  'put-scorecard': {
    path: { id: 31, stage: 'phone screen' },
    body: {
      recommendation: 'Yes',
      comments: 'Good hands, slow ovens.',
      ratings: [{ criterion: 'Sourdough', score: 5 }],
    },
  },
  'delete-scorecard': { path: { id: 31, stage: 'phone screen' } },
}
