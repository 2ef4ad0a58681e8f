import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { EMPLOYER_NAME, outboxEvents, startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()

const PATH = '/api/v1/me/applications'
const apply = (candidateId: number, jobId: unknown, more: object = {}) =>
  system.asCandidate(candidateId).post(PATH, { jobId, confirm: true, ...more })

test('201: the response has the full application and the count that includes it (D-35)', async () => {
  const id = await system.newCandidate()
  const jobId = await system.newJob(1)
  const response = await apply(id, jobId, { coverLetter: 'Dear\nall', resumeUrl: 'https://example.test/cv' })
  expect(response.status).toBe(201)
  const { application, ...rest } = response.body
  expect(rest).toEqual({ isAiAssisted: true, aiAppliesUsedToday: 1, aiAppliesLimitPerDay: 10 })
  expect(application).toEqual({
    id: expect.any(Number),
    jobId,
    jobTitle: 'Lighthouse Keeper',
    employerName: EMPLOYER_NAME,
    status: 'New',
    appliedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    updatedAt: application.appliedAt,
    coverLetter: 'Dear\nall',
    resumeUrl: 'https://example.test/cv',
  })
  expect((await system.asCandidate(id).get(`${PATH}/${application.id}`)).body).toEqual(application)
  expect((await apply(id, await system.newJob(1))).body.aiAppliesUsedToday).toBe(2)
})

test('an apply counts as activity in its own transaction, once in 10 minutes (D-42)', async () => {
  const id = await system.newCandidate()
  const activityTimes = async () => {
    const events = await outboxEvents(system.services.candidate, 'evt.candidate.activity.recorded.v1')
    return events
      .filter(({ payload }) => payload.candidateId === id)
      .map(({ payload }) => payload.lastActiveAt)
  }
  await apply(id, await system.newJob(1))
  expect(await activityTimes()).toEqual([])
  await system.services.candidate.deps.db.sql`
    update candidate set last_active_at = last_active_at - interval '601 s' where id = ${id}`
  const { body } = await apply(id, await system.newJob(1))
  expect(await activityTimes()).toEqual([body.application.appliedAt])
})

test('201: the recruiter can read the application with the profile as soon as its event has arrived', async () => {
  const id = await system.newCandidate({ headline: 'Keeper', city: 'Oslo', country: 'NO', phone: '+47 1' })
  const { application } = (await apply(id, await system.newJob(1))).body
  const received = await system.arrived(1, application.id)
  expect(received.body).toMatchObject({
    candidateId: id,
    name: 'Ada Lind',
    email: 'ada@example.test',
    headline: 'Keeper',
    phone: '+47 1',
    jobReference: 'LK-1',
    status: 'New',
    applicationType: 'Api',
    isAiAssisted: true,
  })
})

test.each([undefined, null, false, 'true', 1, {}, [true]])(
  '400 confirmation_required: confirm %j, before every other field and the job (D-32)',
  async (confirm) => {
    const id = await system.newCandidate()
    const jobId = await system.newJob(1)
    for (const more of [{ jobId }, { jobId: 999_999 }, { jobId: [1, 2], coverLetter: 5 }, {}]) {
      for (const prefer of ['dry-run', 'wait=5']) {
        const response = await system.asCandidate(id).post(PATH, { ...more, confirm }, { prefer })
        expect([response.status, response.body.code]).toEqual([400, 'confirmation_required'])
      }
    }
    expect((await apply(id, jobId)).body.aiAppliesUsedToday).toBe(1)
  },
)

test('400 invalid_request: a body that is no JSON object, then a wrong field, then 404 of the job (D-32)', async () => {
  const id = await system.newCandidate()
  const asCandidate = system.asCandidate(id)
  for (const body of [[], [{ confirm: true }], 'true', 7, true, null]) {
    expect((await asCandidate.post(PATH, body)).body.code).toBe('invalid_request')
  }
  for (const more of [{}, { jobId: 'x' }, { jobId: [1, 2] }, { jobId: 1, coverLetter: 5 }]) {
    expect((await asCandidate.post(PATH, { confirm: true, ...more })).body.code).toBe('invalid_request')
  }
  expect((await apply(id, 999_999)).status).toBe(404)
})

test('404: a draft is indistinguishable from an unknown job', async () => {
  const id = await system.newCandidate()
  const draft = await apply(id, await system.newDraft(1))
  const unknown = await apply(id, 999_999)
  expect(draft.status).toBe(404)
  expect(draft.text).toBe(unknown.text)
})

test('400 invalid_state: a closed job, checked before 409 and before the consent (D-32)', async () => {
  const id = await system.newCandidate()
  const jobId = await system.newJob(1)
  await apply(id, jobId)
  const employer = system.services.jobs.as({
    kind: 'recruiter',
    employerId: 1,
    userId: null,
    keyId: 1,
    scopes: [],
  })
  await employer.delete(`/api/v1/jobs/${jobId}`)
  await system.admin.put(`/admin/v1/candidates/${id}`, { consentExpiresAt: '2020-01-01T00:00:00Z' })
  const response = await apply(id, jobId)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_state'])
})

test('403 consent_required: checked after 409 and before the screening, and not counted (D-32)', async () => {
  const questions = [{ text: 'Afraid of storms?', type: 'YesNo', required: true }]
  const jobId = await system.newJob(1, { questions })
  const other = await system.newJob(1)
  const id = await system.newCandidate()
  expect((await apply(id, other)).status).toBe(201)
  await system.admin.put(`/admin/v1/candidates/${id}`, { consentExpiresAt: '2020-01-01T00:00:00Z' })
  expect((await apply(id, other)).body.code).toBe('already_applied')
  const refused = await apply(id, jobId)
  expect([refused.status, refused.body.code]).toEqual([403, 'consent_required'])
  await system.admin.put(`/admin/v1/candidates/${id}`, { consentExpiresAt: '2999-01-01T00:00:00Z' })
  expect((await apply(id, await system.newJob(1))).body.aiAppliesUsedToday).toBe(2)
})

test('403 screening_incomplete; 400 for a question that the job does not have; 201 with answers that reach the recruiter (D-34)', async () => {
  const questions = [
    { text: 'Afraid of storms?', type: 'YesNo', required: true },
    { text: 'Which lamp?', type: 'SingleChoice', required: true, options: ['LED', 'Oil'] },
    { text: 'Anything else?', type: 'Text', required: false },
  ]
  const jobId = await system.newJob(1, { questions })
  const id = await system.newCandidate()
  const questionList = await system.asCandidate(id).get(`/api/v1/me/jobs/${jobId}/screening-questions`)
  expect(questionList.body).toHaveLength(3)
  const [storms, lamp, more] = questionList.body.map((question: { id: number }) => question.id)
  const answers = (...list: [number, unknown][]) => ({
    screeningAnswers: list.map(([questionId, answer]) => ({ questionId, answer })),
  })
  for (const incomplete of [
    {},
    answers([storms, false]),
    answers([storms, 'no'], [lamp, 'LED']),
    answers([storms, false], [lamp, 'Gas']),
    answers([storms, false], [lamp, 'LED'], [more, 7]),
  ]) {
    const refused = await apply(id, jobId, incomplete)
    expect([refused.status, refused.body.code]).toEqual([403, 'screening_incomplete'])
  }
  const unknown = await apply(id, jobId, answers([storms, false], [lamp, 'LED'], [2_000_000, 'x']))
  expect([unknown.status, unknown.body.code]).toEqual([400, 'invalid_request'])

  const submitted = await apply(id, jobId, answers([lamp, 'Oil'], [storms, false], [more, '']))
  expect([submitted.status, submitted.body.aiAppliesUsedToday]).toEqual([201, 1])
  const received = await system.arrived(1, submitted.body.application.id)
  expect(received.body.screeningAnswers).toEqual([
    { questionId: storms, question: 'Afraid of storms?', answer: false },
    { questionId: lamp, question: 'Which lamp?', answer: 'Oil' },
  ])
})

test('404: screening questions of a draft, an unknown job and a malformed id are problem details (Spec §7)', async () => {
  const id = await system.newCandidate()
  for (const jobId of [await system.newDraft(1), 999_999, 'abc', 0, 2_147_483_648]) {
    const response = await system.asCandidate(id).get(`/api/v1/me/jobs/${jobId}/screening-questions`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.body).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test.each([
  ['NUL in the cover letter', { coverLetter: 'a\u0000b' }],
  ['a lone surrogate in the cover letter', { coverLetter: 'a\ud800b' }],
  ['NUL in an answer', { screeningAnswers: [{ questionId: 1, answer: 'a\u0000b' }] }],
  ['a lone surrogate in an answer', { screeningAnswers: [{ questionId: 1, answer: '\udfff' }] }],
  ['a resume that is not a web URL', { resumeUrl: 'javascript:alert(1)' }],
])('400: %s, and nothing is stored', async (_, more) => {
  const id = await system.newCandidate()
  const response = await apply(id, await system.newJob(1), more)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect((await system.asCandidate(id).get(PATH)).body.total).toBe(0)
})

test('201: the portal applies without cap and isAiAssisted; 409 for the same job again (D-56)', async () => {
  const id = await system.newCandidate()
  for (let i = 0; i < 11; i++) {
    const jobId = await system.newJob(1)
    const form = { candidateId: id, applicationType: i % 2 ? 'Web' : 'Email' }
    const response = await system.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ candidateId: id, jobId, isAiAssisted: false, status: 'New' })
    const again = await system.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)
    expect(again.body.code).toBe('already_applied')
    expect((await apply(id, jobId)).body.code).toBe('already_applied')
  }
  expect((await apply(id, await system.newJob(1))).body.aiAppliesUsedToday).toBe(1)
  const missing = { candidateId: 999_999, applicationType: 'Web' }
  expect(
    (await system.admin.post(`/admin/v1/jobs/${await system.newJob(1)}/applications`, missing)).status,
  ).toBe(404)
})

test('201: a repeat with the same Idempotency-Key gets the stored response and applies once (D-60)', async () => {
  const id = await system.newCandidate()
  const body = { jobId: await system.newJob(1), confirm: true }
  const key = { 'idempotency-key': 'once' }
  const first = await system.asCandidate(id).post(PATH, body, key)
  const second = await system.asCandidate(id).post(PATH, body, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.text).toBe(first.text)
  expect(second.headers.get('idempotency-replayed')).toBe('true')
})

test('application.created contains the profile at the time of the apply', async () => {
  const id = await system.newCandidate({ headline: 'Before' })
  const { application } = (await apply(id, await system.newJob(1))).body
  await system.asCandidate(id).put('/api/v1/me/profile', { headline: 'After' })
  const events = await outboxEvents(system.services.candidate, 'evt.candidate.application.created.v1')
  const event = events.find(({ payload }) => payload.applicationId === application.id)
  expect(event?.payload).toMatchObject({ candidate: { id, headline: 'Before' }, applicationType: 'Api' })
  const received = await system.arrived(1, application.id)
  expect(received.body.headline).toBe('Before')
})

test('201: a choice is the option that looks the same, and is stored as the option is spelled (P-595); 403: a blank is no answer (P-594)', async () => {
  const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301']
  const questions = [
    { text: 'Where?', type: 'SingleChoice', required: true, options: ['Bar', composed] },
    { text: 'Why?', type: 'Text', required: true },
  ]
  const jobId = await system.newJob(1, { questions })
  const id = await system.newCandidate()
  const { body } = await system.asCandidate(id).get(`/api/v1/me/jobs/${jobId}/screening-questions`)
  const [where, why] = body.map((question: { id: number }) => question.id)
  const answers = (choice: string, text: string) => ({
    screeningAnswers: [
      { questionId: where, answer: choice },
      { questionId: why, answer: text },
    ],
  })
  for (const refused of [answers(decomposed, '\u200b'), answers('\u3164', 'me'), answers('cafe', 'me')]) {
    const { status, body } = await apply(id, jobId, refused)
    expect([status, body.code]).toEqual([403, 'screening_incomplete'])
  }
  const submitted = await apply(id, jobId, answers(`${decomposed}\u200b `, 'me'))
  expect(submitted.status).toBe(201)
  const received = await system.arrived(1, submitted.body.application.id)
  expect(received.body.screeningAnswers[0].answer).toBe(composed)
})

test("404: another candidate's application is indistinguishable from a missing one and in no list (D-19)", async () => {
  const owner = await system.newCandidate()
  const other = await system.newCandidate()
  const response = await system
    .asCandidate(owner)
    .post(PATH, { jobId: await system.newJob(1), confirm: true })
  const { id } = response.body.application
  const foreign = await system.asCandidate(other).get(`${PATH}/${id}`)
  const missing = await system.asCandidate(other).get(`${PATH}/2147483647`)
  expect([foreign.status, missing.status]).toEqual([404, 404])
  expect(foreign.text).toBe(missing.text)
  expect((await system.asCandidate(other).get(PATH)).body).toMatchObject({ total: 0, items: [] })
})

test('401: a recruiter calls a candidate endpoint, a candidate calls an admin endpoint', async () => {
  const recruiter = system.services.candidate.as({
    kind: 'recruiter',
    employerId: 1,
    userId: 1,
    keyId: 1,
    scopes: [],
  })
  for (const response of [
    await recruiter.get('/api/v1/me/profile'),
    await recruiter.post(PATH, { jobId: 1, confirm: true }),
    await system.asCandidate(1).post('/admin/v1/candidates', {}),
    await system.asCandidate(1).post('/admin/v1/jobs/1/applications', {}),
  ]) {
    expect([response.status, response.text]).toEqual([401, ''])
  }
})

test('200: a status set by a recruiter reaches the candidate with its time, and filters the list', async () => {
  const id = await system.newCandidate()
  const { application } = (
    await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
  ).body
  await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
  const path = `/api/v1/applications/${application.id}/status`
  await system.arrived(1, application.id)
  await system.asRecruiter(1).post(path, { status: 'Screened' })
  const moved = await system.asRecruiter(1).post(path, { status: 'Offered' })
  const seen = await eventually('the new status', async () => {
    const { body } = await system.asCandidate(id).get(`${PATH}/${application.id}`)
    return body.status === 'Offered' && body
  })
  expect(seen.updatedAt).toBe(moved.body.changedAt)
  expect((await system.asCandidate(id).get(`${PATH}?status=Offered`)).body).toMatchObject({
    total: 1,
    items: [seen],
  })
  expect((await system.asCandidate(id).get(`${PATH}?status=New`)).body.total).toBe(1)
  expect((await system.asCandidate(id).get(`${PATH}?status=Bored`)).status).toBe(400)
})

test('200: the list is newest first; a page past the end is empty and has the true total (D-05)', async () => {
  const id = await system.newCandidate()
  const ids: number[] = []
  for (let i = 0; i < 3; i++) {
    const { body } = await system.asCandidate(id).post(PATH, { jobId: await system.newJob(1), confirm: true })
    ids.unshift(body.application.id)
  }
  const page = await system.asCandidate(id).get(`${PATH}?page=1&pageSize=2`)
  expect(page.body).toMatchObject({ total: 3, page: 1, pageSize: 2 })
  const all = [
    ...page.body.items,
    ...(await system.asCandidate(id).get(`${PATH}?page=2&pageSize=2`)).body.items,
  ]
  expect(all.map((item: { id: number }) => item.id)).toEqual(ids)
  expect((await system.asCandidate(id).get(`${PATH}?page=9`)).body).toMatchObject({ total: 3, items: [] })
})
