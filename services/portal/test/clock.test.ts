import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsOf } from './support/jobs.ts'
import { openPortalSystem, type PortalSystem } from './support/portal-system.ts'
import { type OpenPage, openVisitor } from './support/visitor.ts'

const DAY_MS = 86_400_000
let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'pipeline', 'candidate', 'search'] })
})
afterAll(() => system?.stop())

const dayOf = (time: string) => time.slice(0, 10)
const after = (now: string, days: number) => dayOf(new Date(Date.parse(now) + days * DAY_MS).toISOString())
const dateField = ({ $ }: OpenPage) => {
  const field = $('input[type=date]')
  return [field.attr('min'), field.attr('value'), field.attr('max')].filter(Boolean)
}

test('the pages follow the test clock at once: publishing, the end of an unlock, minting a key; sessions do not', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { employerId } = admin
  const browser = await system.signedIn(admin)
  const jobs = jobsOf(system)
  const id = await jobs.draft(employerId)
  await jobs.grant(employerId, 1)
  await system.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'CvDownload', amount: 2 })
  const person = { firstName: 'Ada', lastName: 'Quill', email: 'ada.quill@post.example' }
  const candidateId = (await system.admin.post('/admin/v1/candidates', person)).body.id
  await expect.poll(async () => (await browser.open(`/search/candidates/${candidateId}`)).status).toBe(200)

  // Longer than a session, and to a noon: the day stays the same meanwhile.
  const seconds = Math.round(200 * 86_400 + (DAY_MS * 1.5 - (Date.now() % DAY_MS)) / 1_000)
  const moved = await system.admin.post('/admin/v1/clock/advance', { seconds })
  const { now } = moved.body
  const publish = await browser.open(`/jobs/${id}/publish`)
  expect(dateField(publish)).toEqual([after(now, 0), after(now, 30), after(now, 365)])
  const published = await browser.submit(publish, `/jobs/${id}/publish`)
  expect(published.text).toContain('Active')
  expect(dayOf((await jobs.read(employerId, id)).expiryDate)).toBe(after(now, 30))

  const mint = await browser.open('/keys/new')
  expect(dateField(mint)).toEqual([after(now, 0)])
  const fields = { name: 'Robot', scopes: ['JobPosting'] }
  const past = await browser.submit(mint, '/keys/new', { ...fields, expiresAt: after(now, -1) })
  expect([past.status, past.$('.jb-field-wrong input').attr('name')]).toEqual([422, 'expiresAt'])

  const preview = await browser.open(`/search/candidates/${candidateId}`)
  const until = preview.$('.jb-price time').attr('datetime')!
  expect(dayOf(until)).toBe(after(now, 30))
  const profile = await browser.submit(preview, `/search/candidates/${candidateId}/unlock`, {
    confirmed: 'yes',
  })
  expect(dayOf(profile.$('.alert time').attr('datetime')!)).toBe(after(now, 30))
  expect((await browser.open('/account')).$('tbody tr')).toHaveLength(1)

  const replica = await system.replica()
  const other = openVisitor(replica.pagesUrl, { cookies: browser.cookies })
  expect(dateField(await other.open('/keys/new'))).toEqual([after(now, 0)])
})
