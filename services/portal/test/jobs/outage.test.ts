import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JobsBeside, jobsOf } from '../support/jobs.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

// Without pipeline, which counts applications.
let system: PortalSystem
let jobs: JobsBeside
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs'] })
  jobs = jobsOf(system)
})
afterAll(() => system?.stop())

test('a service is down: the page says which part is missing, and the rest works (P-445)', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
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
  await system.network.services.jobs.stop()
  system.network.services.jobs.stop = async () => {}
  expect((await browser.open('/jobs')).status).toBe(503)
  for (const [opened, path] of [
    [form, '/jobs/new'],
    [edit, `/jobs/${id}/edit`],
  ] as const) {
    const kept = await browser.submit(opened, path, { title: 'Typed', description: '\nfor an hour' })
    expect([kept.status, kept.text]).toEqual([503, expect.stringContaining('cannot be reached')])
    expect([kept.$('[name=title]').attr('value'), kept.$('[name=description]').text()]).toEqual([
      'Typed',
      '\nfor an hour',
    ])
  }
})
