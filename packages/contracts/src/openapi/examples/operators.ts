import type { Example } from './example.ts'
import { creditEntry, ownApplication, page, profile, user } from './resources.ts'

const employerId = { employerId: 1 }
const employer = {
  id: 1,
  name: 'Utrecht Bakery',
  hasActiveContract: true,
  isTrustedPartner: false,
  createdAt: '2026-03-01T08:00:00.000Z',
}
const recruiterKey = {
  id: 4,
  name: 'Recruiting system',
  status: 'Active',
  expiresAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: null,
  lastFour: '9tQ2',
  replacedBy: null,
  scopes: ['JobPosting', 'Applications'],
  userId: 3,
}
const candidateKey = {
  id: 6,
  name: 'My assistant',
  status: 'Active',
  expiresAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: null,
  lastFour: 'x7Lm',
  replacedBy: null,
  scopes: ['Profile', 'Applications', 'Apply'],
}
// Not a key: the checksum is wrong.
const secretOf = (prefix: string) => `${prefix}_live_${'EXAMPLE'.repeat(6)}`
const keyId = { keyId: 4 }
const userPath = { employerId: 1, userId: 3 }
const staff = {
  id: 2,
  name: 'Ines Roth',
  email: 'ines@example.com',
  role: 'operator',
  createdAt: '2026-03-01T08:00:00.000Z',
}
// Not a token: nothing has signed it.
const portalLink = {
  url: 'https://portal.example.com/sign-in/link/EXAMPLE.EXAMPLE',
  expiresAt: '2026-03-01T12:10:00.000Z',
}
const record = {
  consentExpiresAt: null,
  isSearchable: true,
  lastActiveAt: '2026-03-01T10:00:00.000Z',
}
const { id, firstName, lastName, email, headline, city, country, createdAt, updatedAt } = profile
const form = { firstName, lastName, email, city, country, headline }

/** Employers, keys, credits and candidates, for operators. */
export const operatorExamples: Record<string, Example> = {
  'create-employer': { body: { name: 'Utrecht Bakery', hasActiveContract: true }, response: employer },
  'list-employers': { query: { q: 'Utrecht', page: 1, pageSize: 50 }, response: page(employer) },
  'get-employer': { path: employerId, response: employer },
  'update-employer': { path: employerId, body: { hasActiveContract: true }, response: employer },
  'create-user': {
    path: employerId,
    body: { name: 'Rex Vos', email: 'rex.vos@example.com', role: 'Recruiter' },
    response: user,
  },
  'update-user': { path: userPath, body: { role: 'Recruiter' }, response: user },
  'delete-user': { path: userPath },
  'create-portal-link': {
    path: employerId,
    body: { userId: 3, page: 'keys', expiresInSeconds: 600 },
    response: portalLink,
  },
  'create-staff': {
    body: { name: 'Ines Roth', email: 'ines@example.com', role: 'operator' },
    response: staff,
  },
  'list-staff': { response: [staff] },
  'update-staff': { path: { staffId: 2 }, body: { role: 'operator' }, response: staff },
  'delete-staff': { path: { staffId: 2 } },
  'create-staff-portal-link': {
    path: { staffId: 2 },
    body: { page: 'review', expiresInSeconds: 600 },
    response: portalLink,
  },
  'list-users-of-employer': { path: employerId, response: [user] },
  'grant-credits': {
    path: employerId,
    body: { kind: 'JobPosting', amount: 10, reason: 'order 2026-17' },
    response: { kind: 'JobPosting', amount: 10, balance: 10 },
  },
  'reverse-credit-entry': {
    path: { employerId: 1, entryId: 41 },
    body: { kind: 'JobPosting', reason: 'published twice by mistake' },
    response: { kind: 'JobPosting', amount: 1, balance: 10 },
  },
  'get-employer-credits': { path: employerId, response: { JobPosting: 9, CvSearch: 41, CvDownload: 5 } },
  'list-employer-credit-entries': {
    path: employerId,
    query: { kind: 'JobPosting', page: 1, pageSize: 50 },
    response: { ...page({ ...creditEntry, reversedByEntryId: 42 }), nextCursor: null },
  },
  'mint-recruiter-key': {
    path: employerId,
    body: { name: 'Recruiting system', scopes: ['JobPosting', 'Applications'], userId: 3 },
    response: { ...recruiterKey, apiKey: secretOf('pk') },
  },
  'list-recruiter-keys': { path: employerId, response: [recruiterKey] },
  'mint-candidate-key': {
    path: { candidateId: 12 },
    body: { name: 'My assistant', scopes: ['Profile', 'Applications', 'Apply'] },
    response: { ...candidateKey, apiKey: secretOf('ck') },
  },
  'list-candidate-keys': { path: { candidateId: 12 }, response: [candidateKey] },
  'approve-key': { path: keyId, response: recruiterKey },
  'list-keys-for-review': {
    query: { status: 'PendingApproval', page: 1, pageSize: 50 },
    response: page({
      ...{ ...recruiterKey, status: 'PendingApproval', scopes: ['CvSearch'], refusedReason: null },
      ...{ employerId: 1, employerName: 'Utrecht Bakery' },
    }),
  },
  'refuse-key': {
    path: keyId,
    body: { reason: 'CvSearch needs a contract; ask your account manager.' },
    response: {
      ...{ ...recruiterKey, status: 'Revoked', scopes: ['CvSearch'] },
      refusedReason: 'CvSearch needs a contract; ask your account manager.',
    },
  },
  'get-key-usage-of': {
    path: keyId,
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
  'rotate-key': {
    path: keyId,
    body: { overlapSeconds: 3600 },
    response: { ...recruiterKey, id: 9, apiKey: secretOf('pk') },
  },
  'revoke-key': { path: keyId },
  'set-key-user': { path: keyId, body: { userId: 3 }, response: { ...recruiterKey, userId: 3 } },
  'read-key': { path: keyId, response: { ...recruiterKey, kind: 'recruiter', employerId: 1 } },
  'create-candidate': { query: { uniqueEmail: 'true' }, body: form, response: profile },
  'update-candidate': {
    path: { candidateId: 12 },
    body: { headline: 'Baker, ten years', consentExpiresAt: '2027-03-01T00:00:00Z', isSearchable: true },
    response: profile,
  },
  'list-candidates': {
    query: { q: 'ada', page: 1, pageSize: 50 },
    response: page({ id, ...form, ...record, createdAt, updatedAt }),
  },
  'read-candidate': { path: { candidateId: 12 }, response: { ...profile, ...record } },
  'import-candidates': {
    query: { includeErased: 'false' },
    body: '{"firstName":"Bo","lastName":"Berg","email":"bo.berg@example.com"}\n{"firstName":"Cy","lastName":"Dahl"}\n',
    response: {
      imported: 1,
      skipped: 0,
      rejectedCount: 1,
      ids: [13],
      rejected: [{ line: 2, code: 'invalid_request', message: 'email: is required and must be a string.' }],
    },
  },
  'erase-candidate': { path: { candidateId: 12 }, response: { erasureId: 1 } },
  'get-erasure': {
    path: { erasureId: 1 },
    response: {
      erasureId: 1,
      candidateId: 12,
      requestedAt: '2026-03-01T14:00:00.000Z',
      completedAt: null,
      services: [
        { service: 'candidate', confirmedAt: '2026-03-01T14:00:01.000Z' },
        { service: 'pipeline', confirmedAt: null },
      ],
    },
  },
  'list-erasures': {
    query: { completed: 'false' },
    response: {
      total: 1,
      page: 1,
      pageSize: 50,
      items: [
        {
          erasureId: 1,
          candidateId: 12,
          requestedAt: '2026-03-01T14:00:00.000Z',
          completedAt: null,
          services: [
            { service: 'candidate', confirmedAt: '2026-03-01T14:00:01.000Z' },
            { service: 'pipeline', confirmedAt: null },
          ],
        },
      ],
    },
  },
  'submit-application': {
    path: { jobId: 7 },
    body: {
      candidateId: 12,
      applicationType: 'Web',
      screeningAnswers: [{ questionId: 7, answer: true }],
    },
    response: {
      ...ownApplication,
      coverLetter: null,
      candidateId: 12,
      applicationType: 'Web',
      isAiAssisted: false,
    },
  },
}
