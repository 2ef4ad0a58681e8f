import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../src/person/person.ts'
import { deleteEnded } from '../../src/portal.ts'
import { cookieName } from '../../src/session/cookies.ts'
import { startSession } from '../../src/session/session.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs'] })
})
afterAll(() => system?.stop())

const DESCRIPTION = 'Typed for an hour.\n<b>& not bold</b>'
const typed = { title: 'Half a job', description: DESCRIPTION, remoteType: 'FullyRemote' }

/** Signs a person in, in this browser. */
async function signIn(browser: Visitor, person: Person): Promise<void> {
  const { db, env, now } = system.portal.deps
  const session = { signedInBy: 'link', userAgent: 'test', now: now() } as const
  browser.cookies.set(cookieName(env, 'session'), await startSession(db, person, session))
}

/** A browser whose session ends while a job is typed, and what it is shown then. */
async function typeUntilTheEnd(end: (browser: Visitor, person: Person) => Promise<unknown>) {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const form = await browser.open('/jobs/new')
  await end(browser, person)
  const refused = await browser.post(
    '/jobs/new',
    { ...fieldsOf(form), ...typed },
    { referer: `${system.baseUrl}/jobs/new` },
  )
  return { person, browser, refused }
}

const fieldsOf = ({ $ }: Awaited<ReturnType<Visitor['open']>>) =>
  Object.fromEntries(
    $('form[action="/jobs/new"]')
      .serializeArray()
      .map(({ name, value }) => [name, value]),
  )
const everywhere = async (_: Visitor, person: Person) => {
  const elsewhere = await system.signedIn(person)
  await elsewhere.submit(await elsewhere.open('/account'), '/account/sessions/end-all')
}
const jobsOf = async (browser: Visitor) => (await browser.open('/jobs')).text

test.each([
  ['signed out everywhere', everywhere],
  [
    'signed out in another tab',
    async (browser: Visitor) => browser.submit(await browser.open('/account'), '/sign-out'),
  ],
])(
  'what was typed until the session ended (%s) is in the form after the sign-in, and is not sent by itself (P-589)',
  async (_, end) => {
    const { person, browser, refused } = await typeUntilTheEnd(end)
    expect([refused.path, refused.text]).toEqual([
      '/sign-in?next=%2Fjobs%2Fnew',
      expect.stringContaining('is kept'),
    ])
    await signIn(browser, person)
    expect(await jobsOf(browser)).not.toContain('Half a job')
    for (const form of [await browser.open('/jobs/new'), await browser.open('/jobs/new')]) {
      expect(form.text).toContain('Your session had ended')
      expect(fieldsOf(form)).toMatchObject({ ...typed, description: DESCRIPTION.replace('\n', '\r\n') })
    }
    const saved = await browser.submit(await browser.open('/jobs/new'), '/jobs/new')
    expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Half a job')])
    // It was sent, so the next form is an empty one.
    const next = await browser.open('/jobs/new')
    expect([fieldsOf(next).title, next.text]).toEqual([
      '',
      expect.not.stringContaining('Your session had ended'),
    ])
  },
)

test('nobody else gets it: not another person in this browser, nor this person in another one', async () => {
  const { person, browser } = await typeUntilTheEnd(everywhere)
  await signIn(browser, await system.employerWithUser('Recruiter'))
  expect((await browser.open('/jobs/new')).source).not.toContain('Half a job')
  const elsewhere = await system.signedIn(person)
  expect((await elsewhere.open('/jobs/new')).source).not.toContain('Half a job')
  await signIn(browser, person)
  expect((await browser.open('/jobs/new')).source).toContain('Half a job')
})

test('it is stored encrypted, for 30 minutes, one form a person', async () => {
  const { person, browser } = await typeUntilTheEnd(everywhere)
  const { sql } = system.portal.deps.db
  const rows = () => sql<{ sealed: Buffer }>`select sealed from kept_form where person_id = ${person.id}`
  const [row, ...more] = await rows()
  expect([row!.sealed.includes('Half'), more]).toEqual([false, []])
  system.advance(31 * 60_000)
  await signIn(browser, person)
  expect((await browser.open('/jobs/new')).source).not.toContain('Half a job')
  await deleteEnded(system.portal.deps)
  await eventually('it is deleted', async () => (await rows()).length === 0)
})

test('a form that its page does not have any more is offered beside the page', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const form = await browser.open('/jobs/new')
  await everywhere(browser, person)
  const questions = {
    'screeningQuestions.0.text': 'Do you cook with fire?',
    'screeningQuestions.0.type': 'YesNo',
  }
  const sent = { ...fieldsOf(form), ...typed, ...questions }
  await browser.post('/jobs/new', sent, { referer: `${system.baseUrl}/jobs/new` })
  await signIn(browser, person)
  const offered = await browser.open('/jobs/new')
  expect(offered.text).toContain('Do you cook with fire?')
  const saved = await browser.submit(
    offered,
    'main form[action="/jobs/new"]:has(input[type=hidden][name=title])',
  )
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Half a job')])
})

test('a form whose token no page of a person has is not kept, nor one of another site', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const form = await browser.open('/jobs/new')
  await everywhere(browser, person)
  const sent = { ...fieldsOf(form), ...typed }
  await browser.post('/jobs/new', { ...sent, csrf: Buffer.alloc(106).toString('base64url') })
  await browser.post('/jobs/new', sent, { 'sec-fetch-site': 'cross-site' })
  const rows = await system.portal.deps.db.sql`select 1 as one from kept_form where person_id = ${person.id}`
  expect(rows).toHaveLength(0)
})
