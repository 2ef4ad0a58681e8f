import { beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await sharedPortalSystem()
  jobs = jobsOf(system)
})

test('a service is down: the page says which part is missing, and the rest works (P-445)', async () => {
  const person = await system.employerWithUser('Recruiter')
  // Pipeline counts applications.
  const browser = await system.without(['pipeline'], await system.signedIn(person))
  const id = await jobs.active(person.employerId)
  const page = await browser.open(`/jobs/${id}`)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('pipeline did not answer')])
  expect(page.text).toContain('Keep the lamp burning.')
  expect((await browser.open('/jobs')).$('tbody tr')).toHaveLength(1)
  const saved = await browser.submit(await browser.open(`/jobs/${id}/edit`), `/jobs/${id}/edit`, {
    city: 'Oslo',
  })
  expect(saved.text).toContain('The changes are saved.')

  // Without jobs there is nothing to show; what was typed comes back.
  const form = await browser.open('/jobs/new')
  const edit = await browser.open(`/jobs/${id}/edit`)
  const without = await system.without(['jobs', 'pipeline'], browser)
  expect((await without.open('/jobs')).status).toBe(503)
  for (const [opened, path] of [
    [form, '/jobs/new'],
    [edit, `/jobs/${id}/edit`],
  ] as const) {
    const kept = await without.submit(opened, path, { title: 'Typed', description: '\nfor an hour' })
    expect([kept.status, kept.text]).toEqual([503, expect.stringContaining('cannot be reached')])
    expect([kept.$('[name=title]').attr('value'), kept.$('[name=description]').text()]).toEqual([
      'Typed',
      '\nfor an hour',
    ])
  }
})
