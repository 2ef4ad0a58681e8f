import { endpoints } from '@jobboard/contracts/endpoints'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The ETag of a PUT is that of the next GET, so that a client needs no read between two writes (D-61).
let system: Network
let recruiter: Client
let candidate: Client
let jobId: number
let applicationId: number
let noteId: number
let subscriptionId: number

beforeAll(async () => {
  system = await network()
  const { admin } = system
  const employer = (await admin.post('/admin/v1/employers', { name: 'Tags', isTrustedPartner: true })).body
  const path = `/admin/v1/employers/${employer.id}`
  await admin.post(`${path}/credits`, { kind: 'JobPosting', amount: 1 })
  const user = (
    await admin.post(`${path}/users`, { name: 'Eva', email: 'r&d@example.com', role: 'Recruiter' })
  ).body
  const scopes = ['JobPosting', 'Applications', 'Webhooks']
  const key = (await admin.post(`${path}/api-keys`, { name: 'k', scopes, userId: user.id })).body
  recruiter = system.api(key.apiKey)
  const consentExpiresAt = new Date(Date.now() + 86_400_000)
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'a/b=c@example.com', consentExpiresAt }
  const { id } = (await admin.post('/admin/v1/candidates', person)).body
  const own = { name: 'k', scopes: ['Profile', 'Applications', 'Apply'] }
  candidate = system.api((await admin.post(`/admin/v1/candidates/${id}/api-keys`, own)).body.apiKey)
  const posting = {
    title: 'Welder',
    description: 'x',
    city: 'Oslo',
    country: 'NO',
    employmentType: 'FullTime',
  }
  const draft = { ...posting, remoteType: 'OnSite', applyMethod: 'PlatformApply' }
  jobId = (await recruiter.post('/api/v1/jobs', draft)).body.id
  await recruiter.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate: new Date(Date.now() + 86_400_000) })
  const applied = await candidate.post('/api/v1/me/applications', { jobId, confirm: true })
  applicationId = applied.body.application.id
  const application = `/api/v1/applications/${applicationId}`
  await eventually('the application', async () => (await recruiter.get(application)).status === 200)
  noteId = (await recruiter.post(`${application}/notes`, { text: 'x' })).body.id
  subscriptionId = (
    await recruiter.post('/api/v1/webhook-subscriptions', { url: 'http://127.0.0.1:9/hooks' })
  ).body.id
})
afterAll(() => system?.stop())

interface Case {
  client: () => Client
  path: () => string
  /** Written one after another, each with the ETag of the one before. */
  bodies: object[]
}

const decomposed = 'Mu\u0308llerheim'
const question = { text: 'Why?', type: 'SingleChoice', options: ['b', 'a', decomposed], required: true }
const reasons = [
  { label: 'Too far', code: 'far' },
  { code: 'late', label: decomposed },
]
const cases: Record<string, Case> = {
  'update-profile': {
    client: () => candidate,
    path: () => '/api/v1/me/profile',
    bodies: [
      {
        skills: ['Lamps', 'C++', 'Lamps', decomposed],
        nationalities: ['SE', 'NO'],
        jobTypes: ['PartTime', 'FullTime'],
      },
      {
        languages: [
          { language: 'Norwegian', level: 'Native' },
          { level: 'Basic', language: decomposed },
        ],
        education: [{ endYear: 2019, field: 'Light', degree: 'BSc', school: 'Sea' }],
      },
      {
        employmentHistory: [
          { description: 'a\r\nb', endMonth: null, startMonth: '2020-01', employer: '', title: 'x' },
        ],
      },
      { expectedSalaryMin: 1, expectedSalaryMax: 2, careerStatus: 'NotLooking', headline: ' padded ' },
      { expectedSalaryMin: '', expectedSalaryMax: '', careerStatus: '', noticePeriodDays: '', skills: [] },
    ],
  },
  'update-job': {
    client: () => recruiter,
    path: () => `/api/v1/jobs/${jobId}`,
    bodies: [
      { screeningQuestions: [question, { required: false, type: 'YesNo', text: 'Now?' }] },
      { screeningQuestions: [{ type: 'YesNo', text: 'Now?', required: false }, question] },
      { salaryMin: 1.1, salaryMax: 1e3, salaryCurrency: 'EUR', salaryPeriod: 'Hour', title: decomposed },
      { applyEmailAddress: 'jobs@xn--80aswg.xn--p1ai', reference: decomposed },
      { salaryMin: '', salaryMax: '', salaryCurrency: '', salaryPeriod: '', screeningQuestions: [] },
    ],
  },
  'update-note': {
    client: () => recruiter,
    path: () => `/api/v1/notes/${noteId}`,
    bodies: [{ text: decomposed }, { text: ' a\rb ' }],
  },
  'put-scorecard': {
    client: () => recruiter,
    path: () => `/api/v1/applications/${applicationId}/scorecards/phone`,
    bodies: [
      {
        recommendation: 'Yes',
        ratings: [
          { score: 5, criterion: 'z' },
          { criterion: decomposed, score: 1 },
        ],
      },
      { ratings: [], comments: 'a\nb', recommendation: 'No' },
    ],
  },
  'replace-rejection-reasons': {
    client: () => recruiter,
    path: () => '/api/v1/rejection-reasons',
    bodies: [reasons, reasons.toReversed(), []],
  },
  'replace-scorecard-template': {
    client: () => recruiter,
    path: () => '/api/v1/scorecard-template',
    bodies: [
      { criteria: [{ hint: decomposed, name: 'z' }, { name: 'a' }], hideOthersUntilSubmitted: true },
      { hideOthersUntilSubmitted: null, criteria: [] },
    ],
  },
  'replace-job-scorecard-template': {
    client: () => recruiter,
    path: () => `/api/v1/jobs/${jobId}/scorecard-template`,
    bodies: [{ criteria: [{ name: decomposed, hint: '' }] }, { criteria: [] }],
  },
  'renew-consent': {
    client: () => candidate,
    path: () => '/api/v1/me/consent',
    bodies: [{ confirm: true }, { confirm: true }],
  },
  'change-webhook-subscription': {
    client: () => recruiter,
    path: () => `/api/v1/webhook-subscriptions/${subscriptionId}`,
    bodies: [
      { events: ['application.status_changed', 'application.submitted', 'application.submitted'] },
      { url: 'http://127.0.0.1:9/Other?b=1&a=2' },
    ],
  },
}

const writes = endpoints.filter(
  ({ plane, method, hasEtag }) => plane === 'public' && method === 'PUT' && hasEtag,
)

test.each(writes.map(({ name }) => name))(
  '%s: its ETag is that of the next GET, and matches the next PUT (D-61)',
  async (name) => {
    const { client, path, bodies } = cases[name] ?? {}
    if (!client) throw new Error(`no case for ${name}`)
    let ifMatch = {}
    for (const body of bodies!) {
      const put = await client().put(path!(), body, ifMatch)
      expect([put.text, put.status < 300]).toEqual([put.text, true])
      const etag = put.headers.get('etag')!
      expect(etag).toMatch(/^"/)
      expect([body, (await client().get(path!())).headers.get('etag')]).toEqual([body, etag])
      ifMatch = { 'if-match': etag }
    }
  },
)
