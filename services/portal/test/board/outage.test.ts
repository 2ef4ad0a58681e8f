import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'pipeline', 'candidate'] })
  hiring = await openHiring(system)
})
afterAll(async () => {
  await system.portal.stop()
  await system.network.gateway.stop()
})

test('without jobs and accounts the board and the applications work on and say what is missing; without pipeline nothing is lost', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const { jobs, accounts, pipeline, candidate } = system.network.services
  await jobs.stop()
  const board = await browser.open(`/jobs/${hiring.jobId}/board`)
  expect([board.status, board.$(`#card-${id}`).length]).toEqual([200, 1])
  expect(board.text).toContain('jobs did not answer')
  expect((await browser.open('/applications')).status).toBe(200)

  await accounts.stop()
  const page = await browser.open(`/applications/${id}`)
  expect([page.status, page.title]).toEqual([200, expect.stringContaining('Ada Lind')])
  expect(page.text).toContain('accounts did not answer')
  const moved = await browser.submit(page, `/applications/${id}/status`, { status: 'Offered' })
  expect(moved.text).toContain('moved to Offered')

  await pipeline.stop()
  const typed = { status: 'Hired', note: 'A note that is long enough to be missed if it were lost' }
  const refused = await browser.submit(moved, `/applications/${id}/status`, typed)
  expect(refused.status).toBe(503)
  expect(refused.$('textarea[name=note]').text()).toContain(typed.note)
  expect(refused.$('input[name=status]').attr('value')).toBe('Hired')
  const operation = moved.$(`form[action$="/status"] input[name=operation]`).attr('value')
  expect(refused.$('main input[name=operation]').attr('value')).toBe(operation)
  expect((await browser.open(`/jobs/${hiring.jobId}/board`)).status).toBe(503)
  await candidate.stop()
})
