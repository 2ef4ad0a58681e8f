import type { Example } from './example.ts'
import {
  activeJob,
  draft,
  dryRunOf,
  jobSummary,
  openJob,
  openJobSummary,
  page,
  question,
} from './resources.ts'

const { status: _, id: _i, postedDate: _p, expiryDate: _e, createdAt: _c, updatedAt: _u, ...form } = draft
const { applyEmailAddress: _a, applyUrl: _l, screeningQuestions: _q, ...posting } = form

/** Jobs, for employers, candidates and operators. */
export const jobExamples: Record<string, Example> = {
  'list-jobs': {
    query: { status: 'Active', page: 1, pageSize: 50 },
    response: { ...page(jobSummary), nextCursor: null },
  },
  'create-job': { body: posting, response: draft },
  'get-job': { path: { id: 7 }, response: activeJob },
  'update-job': {
    path: { id: 7 },
    body: { title: 'Head baker', remoteType: 'HybridRemote', reference: null },
    response: { ...draft, title: 'Head baker', remoteType: 'HybridRemote' },
  },
  'publish-job': {
    path: { id: 7 },
    body: { expiryDate: '2026-04-01T00:00:00Z' },
    response: activeJob,
    dryRun: dryRunOf('JobPosting', 10),
  },
  'close-job': { path: { id: 7 } },
  'list-open-jobs': {
    query: { query: 'baker AND NOT pastry', country: 'NL', city: 'Utrecht', limit: 50 },
    response: { items: [openJobSummary], nextCursor: null },
  },
  'get-open-job': { path: { id: 7 }, response: openJob },
  'list-screening-questions': { path: { jobId: 7 }, response: [question] },
  'replace-screening-questions': {
    path: { jobId: 7 },
    body: [
      { text: question.text, type: 'YesNo', required: true },
      { text: 'Which shift?', type: 'SingleChoice', required: false, options: ['Night', 'Day'] },
    ],
    response: [
      question,
      { id: 8, text: 'Which shift?', type: 'SingleChoice', required: false, options: ['Night', 'Day'] },
    ],
  },
}
