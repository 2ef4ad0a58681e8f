import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

const BAND = 'Nothing here is live'

test('an EmployerAdmin makes a sandbox, works in it on every page, resets and deletes it; colleagues open it too (P-931)', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(admin)
  const none = await browser.open('/sandbox')
  const made = await browser.submit(none, '/sandbox/new')
  expect(made.text).toContain('The sandbox is made.')
  expect(made.text).not.toContain(BAND)

  const inside = await browser.submit(made, '/sandbox/enter')
  expect([inside.title, inside.text]).toEqual([
    expect.stringContaining('Sandbox'),
    expect.stringContaining('40 of at most 200'),
  ])
  for (const path of ['/', '/jobs', '/keys', '/account'])
    expect((await browser.open(path)).text).toContain(BAND)
  expect((await browser.open('/integrate')).text).toContain('API_KEY=pk_test_...')
  const minting = await browser.open('/keys/new')
  expect(minting.text).toContain('every one works at once')
  expect(minting.text).not.toMatch(/waits/i)
  const minted = await browser.submit(minting, '/keys/new', { name: 'Try', scopes: ['CvSearch'] })
  expect(minted.source).toMatch(/pk_test_\w{42}/)
  expect(minted.text).toContain('Try can be used now.')
  expect((await browser.open('/keys')).text).toMatch(/pk_test_…\w{4}/)

  expect(inside.text).toContain('No published job yet')
  const sandboxId = (await system.admin.get(`/admin/v1/employers/${admin.employerId}/sandbox`)).body.id
  const recruiterOf = { kind: 'recruiter', employerId: sandboxId, sandboxId, userId: null, keyId: 1 } as const
  const jobs = system.network.services.jobs.as({ ...recruiterOf, scopes: ['JobPosting'] })
  const { id: jobId } = (await jobs.post('/api/v1/jobs', jobDraft)).body
  const expiryDate = new Date(Date.now() + 86_400_000).toISOString()
  expect((await jobs.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const applied = await eventually('the job can be applied to', async () => {
    const page = await browser.submit(await browser.open('/sandbox'), '/sandbox/applications', {
      jobId: String(jobId),
      count: '2',
    })
    return page.text.includes('2 applied') && page
  })
  expect(applied.path).toBe('/sandbox')

  const recruiter = await system.employerWithUser('Recruiter', { employerId: admin.employerId })
  const colleague = await system.signedIn(recruiter)
  const seen = await colleague.submit(await colleague.open('/sandbox'), '/sandbox/enter')
  expect(seen.text).toContain(BAND)
  expect(seen.$('form[action="/sandbox/reset"]').length).toBe(0)

  const reset = await browser.submit(inside, '/sandbox/reset', { confirmed: 'yes' })
  expect(reset.text).toContain('The sandbox begins again.')
  expect((await browser.open('/keys')).text).toContain('Try')

  const left = await browser.submit(reset, '/sandbox/leave')
  expect(left.text).not.toContain(BAND)
  expect((await browser.open('/keys')).text).toContain('No key yet')
  const deleted = await browser.submit(await browser.open('/sandbox'), '/sandbox/delete', {
    confirmed: 'yes',
  })
  expect(deleted.text).toContain('The sandbox is deleted.')
  await eventually('the colleague is outside', async () => !(await colleague.open('/')).text.includes(BAND))
})

test('a form of a live page is not taken in the sandbox, nor the reverse', async () => {
  const browser = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  const live = await browser.open('/settings')
  await browser.submit(await browser.open('/sandbox'), '/sandbox/new')
  const inside = await browser.submit(await browser.open('/sandbox'), '/sandbox/enter')
  expect((await browser.submit(live, '/settings/employer', { name: 'Other' })).status).toBe(403)
  await browser.submit(inside, '/sandbox/leave')
  expect((await browser.submit(inside, '/sandbox/reset', { confirmed: 'yes' })).status).toBe(403)
})
