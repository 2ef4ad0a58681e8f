import { beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/person/person.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage } from '../support/visitor.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

const HOUR_MS = 3_600_000
const data = {
  'application.submitted': {
    ...{ applicationId: 11, jobPostId: 5, jobTitle: '<b>Cook</b> \u202e', candidateId: 3 },
    ...{ appliedAt: '2026-01-01T00:00:00.000Z', applicationType: 'Api' },
  },
  'application.status_changed': {
    ...{ applicationId: 12, previousStatus: 'New', newStatus: 'Offered' },
    changedAt: '2026-01-01T00:00:00.000Z',
  },
  'job.expired': { jobPostId: 7, expiredAt: '2026-01-01T00:00:00.000Z' },
  'application.erased': { applicationId: 13, jobPostId: 7, erasedAt: '2026-01-01T00:00:00.000Z' },
}

/** Events of these types, each an hour older than the one after it; the last one is new. */
async function happen({ employerId }: User, types: (keyof typeof data)[]): Promise<void> {
  const { sql } = system.network.services.webhook.deps.db
  await sql`insert into event_feed (employer_id, last_number) values (${employerId}, ${types.length})`
  for (const [index, type] of types.entries()) {
    const at = new Date(Date.now() - (types.length - 1 - index) * HOUR_MS)
    const body = { id: crypto.randomUUID(), type, timestamp: at.toISOString(), data: data[type] }
    await sql`
      insert into event (id, employer_id, type, body, occurred_at, feed_number)
      values (${body.id}, ${employerId}, ${type}, convert_to(${JSON.stringify(body)}, 'UTF8'), ${at}, ${index + 1})`
  }
}

const typesOf = ({ $ }: OpenPage) =>
  $('.jb-event-what .badge')
    .map((_, badge) => $(badge).text())
    .get()

test('events in words, with links, their bodies, and the call as curl; both roles see them', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const nothing = await browser.open('/events')
  expect(nothing.$('.jb-empty a[href="/events?period=all"]')).toHaveLength(1)
  expect((await browser.open('/events?period=all')).text).toContain('No events yet')
  const all = Object.keys(data) as (keyof typeof data)[]
  await happen(person, all)
  const page = await browser.open('/events')
  expect(typesOf(page)).toEqual(all.toReversed())
  expect(page.text).toContain('Application 11 was submitted to job <b>Cook</b>')
  expect(page.text).toContain('Application 12 moved from New to Offered')
  expect(page.text).toContain('Job 7 has expired')
  expect(page.text).toContain('Application 13 was erased')
  expect(page.$('main a[href="/applications/11"], main a[href="/jobs/5"]')).toHaveLength(2)
  const body = JSON.parse(page.$('.jb-event pre').first().text())
  expect([body.type, body.data]).toEqual(['application.erased', data['application.erased']])
  const admin = await system.employerWithUser('EmployerAdmin', { employerId: person.employerId })
  const same = await (await system.signedIn(admin)).open('/events')
  expect(typesOf(same)).toHaveLength(4)
  expect(same.$('.jb-calls').text()).toMatch(/curl '.*\/api\/v1\/events\?types=/)
})

test('only chosen types, from a time on, page by page; the address says it all', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(person)
  await happen(person, [
    ...Array<'job.expired'>(60).fill('job.expired'),
    'application.erased',
    'application.status_changed',
  ])
  expect(typesOf(await browser.open('/events?period=hour'))).toEqual(['application.status_changed'])
  expect(typesOf(await browser.open('/events')).length).toBe(24)
  const first = await browser.open('/events?period=all')
  expect(typesOf(first)).toHaveLength(50)
  const next = await browser.open(String(first.$('main a[rel=next]').attr('href')))
  expect(typesOf(next)).toHaveLength(12)
  expect(next.text).toContain('There are no older ones in this time.')
  expect(typesOf(first)[0]).toBe('application.status_changed')
  const narrow = await browser.submit(await browser.open('/events?period=week'), 'form[role=search]', {
    types: ['application.erased'],
  })
  expect([typesOf(narrow), narrow.path]).toEqual([
    ['application.erased'],
    expect.stringContaining('types=application.erased'),
  ])
  const since = new Date(Date.now() - 2.5 * HOUR_MS).toISOString().slice(0, 16)
  const typed = await browser.open(`/events?since=${since}&zone=UTC`)
  expect(typesOf(typed)).toEqual(['application.status_changed', 'application.erased', 'job.expired'])
  expect(typed.$('[name=since]').attr('value')).toBe(since)
})

test('a wrong time is refused beside its field; what is unknown falls back; another feed stays closed', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(person)
  const others = await system.employerWithUser('EmployerAdmin')
  await happen(others, ['job.expired'])
  const wrong = await browser.open('/events?since=yesterday')
  expect([wrong.status, wrong.$('#field-since-error').length]).toEqual([422, 1])
  expect((await browser.open(`/events?types=x&period=x&zone=x&types=${'y'.repeat(2_000)}`)).status).toBe(200)
  const theirs = await (await system.signedIn(others)).open('/events')
  const { id } = JSON.parse(theirs.$('.jb-event pre').first().text())
  for (const after of [id, 'x', crypto.randomUUID()]) {
    const page = await browser.open(`/events?period=all&after=${after}`)
    expect([page.status, page.text, typesOf(page)]).toEqual([
      200,
      expect.stringContaining('The list begins again'),
      [],
    ])
  }
})

test.each(['Interviewer', 'viewer', 'operator'] as const)('%s: the event feed is 403', async (role) => {
  const person = role === 'Interviewer' ? await system.employerWithUser(role) : await system.staff(role)
  const browser = await system.signedIn(person)
  expect((await browser.open('/events')).status).toBe(403)
  expect((await browser.open('/')).$('nav a[href="/events"]')).toHaveLength(0)
})

test('webhook is down: the page says so (P-445)', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.without(['webhook'], await system.signedIn(person))
  const page = await browser.open('/events')
  expect([page.status, page.text]).toEqual([503, expect.stringContaining('cannot be reached')])
})
