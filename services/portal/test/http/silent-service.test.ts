import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
const sockets: Socket[] = []
// Accepts connections and never says anything, as a service that hangs.
const silent = createServer((socket) => sockets.push(socket.on('error', () => {})))
beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const env = { PIPELINE_URL: url, SEARCH_URL: url, JOBS_URL: url, SERVICES: 'accounts,pipeline' }
  system = await openPortalSystem({ only: ['accounts'], env })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  await system?.stop()
})

// They wait for the silent service at the same time.
test.concurrent('503: the page names the service that hangs, not the one that waits for it (P-445)', async () => {
  const browser = await system.signedIn(await system.employerWithUser('Recruiter'))
  const unlocked = await browser.open('/search/unlocked')
  expect([unlocked.status, unlocked.text]).toEqual([503, expect.stringContaining('The search service')])
  expect(unlocked.text).not.toContain('accounts')
  const credits = await browser.open('/credits')
  expect([credits.status, credits.text]).toEqual([
    200,
    expect.stringMatching(/(jobs|search)\b.* did not answer/),
  ])
  expect(credits.text).toMatch(
    /The balances cannot be shown, because (jobs|search)( and (jobs|search))? did not answer/,
  )
  expect(credits.text).toMatch(
    /Entries cannot be shown, because (jobs|search)( and (jobs|search))? did not answer/,
  )
})

test.concurrent('what there is to do cannot be shown while a part of it is missing, so the page does not say that there is nothing (P-445)', async () => {
  const browser = await system.signedIn(await system.employerWithUser('Recruiter'))
  const start = await browser.open('/')
  expect(start.text).toMatch(
    /What there is to do cannot be shown, because [a-z, ]*\bpipeline\b[a-z, ]* did not answer/,
  )
  expect(start.text).not.toContain('Nothing to do')
})

test.concurrent('a gateway that waits for a silent service is degraded and says so; it is not down', async () => {
  const viewer = await system.signedIn(await system.staff('viewer'))
  const page = await viewer.open('/staff/system')
  const row = page
    .$('tbody tr')
    .filter((_, tr) => page.$(tr).find('td').first().text() === 'gateway')
    .text()
  expect(row).toContain('pipeline')
  expect(row).not.toContain('No answer')
})
