import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

// Without search: what needs it says so.
let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'pipeline', 'candidate', 'webhook'] })
  jobs = jobsOf(system)
})
afterAll(() => system?.stop())

/** Applies as a new candidate. Returns the id of the application, which pipeline has. */
async function apply(employerId: number, jobId: number, fields: object = {}): Promise<number> {
  const { candidate, pipeline } = system.network.services
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada.lind@secret.example', ...fields }
  const { body } = await system.admin.post('/admin/v1/candidates', person)
  const scopes = ['Profile', 'Applications', 'Apply']
  const as = candidate.as({ kind: 'candidate', candidateId: body.id, keyId: 1, scopes })
  const applied = await as.post('/api/v1/me/applications', { jobId, confirm: true })
  if (applied.status !== 201) throw new Error(applied.text)
  const { id } = applied.body.application
  const employer = pipeline.as({
    kind: 'recruiter',
    employerId,
    userId: null,
    keyId: 1,
    scopes: ['Applications'],
  })
  await eventually('pipeline has the application', async () => {
    return (await employer.get(`/api/v1/applications/${id}`)).status === 200
  })
  return id
}

/** Enough credits of each kind. Those that search has are unknown here. */
async function grant(employerId: number): Promise<void> {
  await system.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'JobPosting', amount: 9 })
}

test('a new employer: first steps, what is done of them, and nothing to do', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  await grant(person.employerId)
  const browser = await system.signedIn(person)
  const page = await browser.open('/')
  expect([page.status, page.$('h1').length]).toEqual([200, 1])
  const steps = page
    .$('ol.jb-waiting a')
    .map((_, link) => page.$(link).attr('href'))
    .get()
  expect(steps).toEqual(['/jobs', '/keys', '/webhooks', '/users'])
  expect(page.text).toContain('Nothing to do')
  expect(page.text).toContain('No application yet')
  await system.employerWithUser('Recruiter', { employerId: person.employerId })
  expect((await browser.open('/')).$('.jb-step-done a').attr('href')).toBe('/users')
})

test('to do: new applications by job and age, interviews without a scorecard, broken endpoints, jobs that end soon, keys, drafts last; the first steps are gone', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const { employerId } = person
  const jobId = await jobs.active(employerId)
  await jobs.draft(employerId, { ...jobDraft, title: 'Only a draft' })
  await system.admin.post(`/admin/v1/employers/${employerId}/api-keys`, {
    name: 'Robot',
    scopes: ['CvSearch'],
  })
  const endpoint = await system.admin.post(`/admin/v1/employers/${employerId}/webhook-subscriptions`, {
    url: 'https://hooks.example.com/jobs',
  })
  await system.admin.post(`/admin/v1/webhook-subscriptions/${endpoint.body.id}/disable`, {})
  await apply(employerId, jobId)
  const interviewed = await apply(employerId, jobId)
  const pipeline = system.network.services.pipeline.as({
    kind: 'recruiter',
    ...{ employerId, userId: person.id, keyId: null, scopes: ['Applications'] },
  })
  await pipeline.post(`/api/v1/applications/${interviewed}/status`, { status: 'Interviewed' })
  const browser = await system.signedIn(person)
  const page = await eventually('metrics have the application, the credits and the draft', async () => {
    const read = await browser.open('/')
    return /New1Screened0Shortlisted0Interviewing0Interviewed1/.test(read.text) &&
      ['/credits', '/jobs?status=Draft'].every((href) => read.$(`ul.jb-waiting a[href="${href}"]`).length > 0)
      ? read
      : undefined
  })
  const waiting = page
    .$('ul.jb-waiting a')
    .map((_, link) => page.$(link).attr('href'))
    .get()
  expect(waiting).toEqual([
    `/jobs/${jobId}/board`,
    '/applications?status=Interviewed&hasScorecard=false',
    `/webhooks/${endpoint.body.id}`,
    '/credits',
    `/jobs/${jobId}`,
    '/keys',
    '/jobs?status=Draft',
  ])
  expect(page.$('ol.jb-waiting')).toHaveLength(0)
  expect(page.$('ul.jb-waiting a').first().text()).toMatch(
    /^New application, the oldest .+Lighthouse Keeper$/,
  )
  const bars = page
    .$('.jb-funnel a')
    .map((_, bar) => page.$(bar).attr('href'))
    .get()
  expect(bars).toEqual(applicationStatuses.map((status) => `/applications?status=${status}`))
  const list = await browser.open(bars[4]!)
  expect(list.$('tbody a').first().attr('href')).toMatch(new RegExp(`^/applications/${interviewed}\\b`))
  // A Recruiter has neither keys nor webhooks.
  const recruiter = await system.signedIn(await system.employerWithUser('Recruiter', { employerId }))
  const seen = await recruiter.open('/')
  expect(seen.$('main a[href^="/keys"], main a[href^="/webhooks"]')).toHaveLength(0)
  expect(seen.$(`main a[href="/jobs/${jobId}/board"]`)).toHaveLength(1)
})

test('to do is complete, however many drafts and active jobs are newer', async () => {
  const person = await system.employerWithUser('Recruiter')
  const { employerId } = person
  const old = await jobs.active(employerId)
  await apply(employerId, old)
  const { sql } = system.network.services.jobs.deps.db
  await sql`
    insert into job (employer_id, status, title, posted_date, expiry_date, created_at, updated_at, version)
    select ${employerId}, 'Active', 'Newer ' || n, now(), now() + interval '30 days', now(), now(), 1
    from generate_series(1, 101) as n`
  const apart = Array.from({ length: 7 }, (_, n) => n + 900_000)
  await system.network.services.pipeline.deps.db.sql`
    insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
      application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version, change_number)
    select id, ${employerId}, id, 'Apart', id, '{}', 'Bo', 'bo@post.example', 'New', 'Web', false, '[]', now(), now(), 1, 1
    from unnest(${apart}::int[]) as id`
  for (let n = 0; n < 55; n++) await jobs.draft(employerId, { title: `Draft ${n}` })
  const browser = await system.signedIn(person)
  const page = await eventually('metrics have the drafts', async () => {
    const read = await browser.open('/')
    return read.$('a[href="/jobs?status=Draft"]').parent().text().includes('55') ? read : undefined
  })
  const rows = page
    .$('ul.jb-waiting li')
    .map((_, row) => `${page.$(row).find('a').attr('href')} ${page.$(row).children().last().text()}`)
    .get()
  expect(rows).toEqual([
    expect.stringMatching(new RegExp(`^/jobs/${old}/board`)),
    ...Array(4).fill(expect.stringMatching('^/jobs/90000./board')),
    '/applications?status=New 3',
    '/credits 0',
    expect.stringMatching(new RegExp(`^/jobs/${old} `)),
    '/jobs?status=Draft 55',
  ])
})

test('an Interviewer: the newest applications without contact details or credits, and the own scorecards', async () => {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const jobId = await jobs.active(employerId)
  const id = await apply(employerId, jobId, {
    lastName: 'Lind ada.lind@secret.example',
    phone: '+47 5550199',
  })
  const person = await system.employerWithUser('Interviewer', { employerId })
  const browser = await system.signedIn(person)
  const page = await browser.open('/')
  expect(page.$(`a[href="/applications/${id}"]`)).toHaveLength(1)
  expect(page.text).toContain('None yet')
  for (const secret of ['secret.example', '5550199', 'Credits', 'credit'])
    expect(page.source).not.toContain(secret)
  const scopes = ['Applications']
  const as = system.network.services.pipeline.as({
    kind: 'recruiter',
    employerId,
    userId: person.id,
    keyId: 1,
    scopes,
  })
  await as.put(`/api/v1/applications/${id}/scorecards/phone`, { recommendation: 'Yes' })
  expect((await browser.open('/')).$('tbody tr').last().text()).toMatch(/1$/)
})

test.each(['viewer', 'operator'] as const)(
  '%s: what waits on the platform, and who does not answer',
  async (role) => {
    const { employerId } = await system.employerWithUser('EmployerAdmin')
    await system.admin.post(`/admin/v1/employers/${employerId}/api-keys`, {
      name: 'Robot',
      scopes: ['CvSearch'],
    })
    const page = await (await system.signedIn(await system.staff(role))).open('/')
    const figures = page
      .$('.jb-stat')
      .map((_, figure) => page.$(figure).text().trim())
      .get()
    expect(figures).toEqual([
      expect.stringMatching(/^Keys waiting[1-9]/),
      expect.stringMatching(/^Dead letters0/),
      expect.stringMatching(/^Deliveries given up0/),
      expect.stringMatching(/^Erasures not complete0/),
    ])
    expect(page.text).toContain('These services do not answer: search.')
    expect(page.$('tr:contains("Does not answer")').text()).toContain('search')
    expect(page.$('main a[href^="/staff/review/"]').length).toBeGreaterThan(0)
  },
)

test('services are down: each start page says which part is missing and works (P-445)', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { employerId } = admin
  const interviewer = await system.signedIn(await system.employerWithUser('Interviewer', { employerId }))
  const browsers = [await system.signedIn(admin), await system.signedIn(await system.staff('viewer'))]
  for (const name of ['webhook', 'jobs', 'pipeline', 'candidate'] as const) {
    await system.network.services[name].stop()
    system.network.services[name].stop = async () => {}
    for (const browser of browsers) {
      const page = await browser.open('/')
      expect([page.status, page.$('h1').length], name).toEqual([200, 1])
    }
  }
  expect((await browsers[0]!.open('/')).text).toContain('did not answer')
  expect((await interviewer.open('/')).text).toContain('pipeline did not answer')
  expect((await browsers[1]!.open('/')).text).toContain('jobs, pipeline, candidate, search, webhook')
})
