import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring, openHiringSystem } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await openHiringSystem()
  hiring = await openHiring(system)
})
afterAll(() => system?.stop())
test('look', async () => {
  const id = await hiring.apply({
    profile: { headline: 'Keeper' },
    application: { coverLetter: 'Dear team' },
  })
  for (const path of [
    `/jobs/${hiring.jobId}/board`,
    `/jobs/${hiring.jobId}/board/cards/${id}`,
    `/applications/${id}`,
    '/applications',
    `/jobs/${hiring.jobId}/applications?status=New`,
    `/applications/${id}/scorecard`,
  ]) {
    for (const role of ['EmployerAdmin', 'Interviewer'] as const) {
      const page = await hiring.browsers[role].open(path)
      console.log(role, path, page.status, page.text.slice(0, 1500))
      expect(page.status).toBe(200)
    }
  }
})
