import { beforeAll, expect, test } from 'vitest'
import { openHiring } from '../board/hiring.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

let system: PortalSystem
let hiring: Awaited<ReturnType<typeof openHiring>>
let id: number
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
  id = await hiring.apply({
    profile: { firstName: 'Zoë', lastName: 'Lindqvist', email: 'zoe@post.example', phone: '+47 5550123' },
  })
})

/** What the box offers for these words, as addresses, and what it says. */
async function offered(browser: Visitor, q: string) {
  const { $, status } = await browser.open(`/find/list?q=${encodeURIComponent(q)}`)
  const hrefs = $('[role=option]')
    .map((_, option) => $(option).attr('href'))
    .get()
  return { status, hrefs, said: $('[data-said]').text() }
}

test('the box finds jobs, applications by name and e-mail address, and pages by their labels', async () => {
  const { EmployerAdmin } = hiring.browsers
  const job = `/jobs/${hiring.jobId}`
  const title = (await EmployerAdmin.open(job)).$('h1').text()
  expect((await offered(EmployerAdmin, title.slice(0, 5))).hrefs[0]).toBe(job)
  for (const q of ['zoe', 'LIND zo', 'zoe@post.example'])
    expect(await offered(EmployerAdmin, q), q).toMatchObject({
      hrefs: [`/applications/${id}`],
      said: '1 found',
    })
  expect((await offered(EmployerAdmin, 'web')).hrefs).toEqual(['/webhooks'])
  expect((await offered(EmployerAdmin, '')).hrefs).toContain('/keys')
  for (const q of ['+++', '\u0301', 'submarine', '海'])
    expect(await offered(EmployerAdmin, q), q).toEqual({ status: 200, hrefs: [], said: 'Nothing found' })
  expect((await offered(EmployerAdmin, 'x'.repeat(10_000))).status).toBe(200)
})

test('without script the link leads to a page with the same; every role finds its own pages alone', async () => {
  const { EmployerAdmin, Recruiter } = hiring.browsers
  const start = await EmployerAdmin.open('/')
  expect(start.$('a[data-dialog=find]').attr('href')).toBe('/find')
  const page = await EmployerAdmin.submit(await EmployerAdmin.open('/find'), 'main form[role=search]', {
    q: 'lind',
  })
  expect(page.$(`main a[href="/applications/${id}"]`)).toHaveLength(1)
  expect((await offered(Recruiter, 'web')).hrefs).toEqual([])
  const viewer = await system.signedIn(await system.staff('viewer'))
  expect((await offered(viewer, 'lind')).hrefs).toEqual([])
  expect((await offered(viewer, 'dead')).hrefs).toEqual(['/staff/dead-letters'])
  const other = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  expect((await offered(other, 'lind')).hrefs).toEqual([])
})

test('an Interviewer finds by the name, and by no contact data (P-469)', async () => {
  const { Interviewer } = hiring.browsers
  expect((await offered(Interviewer, 'lindqvist')).hrefs).toEqual([`/applications/${id}`])
  for (const q of ['zoe@post.example', 'post.example', '5550123'])
    expect((await offered(Interviewer, q)).hrefs, q).toEqual([])
})

test('a service that does not answer is named, and the others find (P-445)', async () => {
  const EmployerAdmin = await system.without(['jobs'], hiring.browsers.EmployerAdmin)
  const found = await offered(EmployerAdmin, 'lindqvist')
  expect(found).toMatchObject({ hrefs: [`/applications/${id}`], said: 'jobs did not answer. 1 found' })
  expect((await EmployerAdmin.open('/find?q=submarine')).text).toContain('jobs did not answer')
})
