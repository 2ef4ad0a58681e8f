import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../src/person/person.ts'
import { cookieName } from '../../src/session/cookies.ts'
import { startSession } from '../../src/session/session.ts'
import { openVisitor } from '../support/visitor.ts'

const ada: Person = {
  kind: 'user',
  id: 7,
  employerId: 3,
  employerName: 'Fjord & Fell',
  name: 'Ada',
  role: 'Recruiter',
}

// Accounts of a release before the portal: it has none of the endpoints that are called.
const accounts = createServer((_request, response) => {
  const body = JSON.stringify({ code: 'not_found', message: 'There is no such object here.' })
  response.writeHead(404, { 'content-type': 'application/json' }).end(body)
})
let portal: BootedPortal
beforeAll(async () => {
  accounts.listen(0, '127.0.0.1')
  await once(accounts, 'listening')
  portal = await bootPortal({
    accounts: { url: `http://127.0.0.1:${(accounts.address() as AddressInfo).port}` },
  })
})
afterAll(async () => {
  await portal?.stop()
  accounts.closeAllConnections()
  accounts.close()
})

test('nobody is signed out while accounts runs in a release that does not have users (P-531)', async () => {
  const browser = openVisitor(portal.pagesUrl)
  const session = { signedInBy: 'link', userAgent: 'test', now: portal.deps.now() } as const
  const token = await startSession(portal.deps.db, ada, session)
  browser.cookies.set(cookieName(portal.deps.env, 'session'), token)
  for (let request = 0; request < 2; request++) {
    const page = await browser.open('/')
    expect([page.status, page.path, page.redirects]).toEqual([200, '/', []])
  }
})
