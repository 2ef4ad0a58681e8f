import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem()
})
afterAll(() => system?.stop())

test('a signed-in person sees the start page, another browser the sign-in', async () => {
  const person = await system.employerWithUser('Recruiter')
  const browser = await system.signedIn(person)
  const page = await browser.open('/')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(person.name)])
  const stranger = await system.visitor().open('/')
  expect(stranger.redirects).toEqual([{ status: 303, to: '/sign-in?next=%2F' }])
})
