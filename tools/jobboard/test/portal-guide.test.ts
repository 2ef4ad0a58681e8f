import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { portalPage } from '@jobboard/contracts/employers/portal-links'
import { endpoints } from '@jobboard/contracts/endpoints'
import { portalEnv } from '@jobboard/portal/env'
import { root } from '@jobboard/stack/settings'
import { type Network, network } from '@jobboard/testkit/network'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'

const guide = readFileSync(join(root, 'docs/guides/operators/portal.md'), 'utf8')
const PORTAL_BASE_URL = 'https://portal.example.com'

let net: Network
let portal: BootedPortal
beforeAll(async () => {
  net = await network({ only: ['accounts'], env: { PORTAL_BASE_URL } })
  portal = await bootPortal(net.services, { env: { PORTAL_BASE_URL } })
  const { body } = await net.admin.post('/admin/v1/employers', { name: 'Nordlys' })
  const user = { name: 'Robin', email: 'robin@example.com', role: 'EmployerAdmin' }
  await net.admin.post(`/admin/v1/employers/${body.id}/users`, user)
})
afterAll(async () => {
  await portal?.stop()
  await net.stop()
})

test('the call of "Links from your own site" gives a link of the portal that it opens', async () => {
  const call = /^```sh\n(curl [\s\S]*?portal-links[\s\S]*?)^```$/m.exec(guide)![1]!
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euo', 'pipefail', '-c', call.replace('http://localhost:8081', net.gateway.adminUrl)],
    { env: { ...process.env, ADMIN_TOKEN: net.adminToken } },
  )
  const shown = JSON.parse(/^```json\n(.*"url".*)\n```$/m.exec(guide)![1]!)
  const link = JSON.parse(stdout)
  expect(Object.keys(link)).toEqual(Object.keys(shown))
  expect(link.url).toMatch(new RegExp(`^${PORTAL_BASE_URL}/sign-in/link/`))
  const page = await fetch(portal.pagesUrl + new URL(link.url).pathname)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button')])
})

test('what the guide names exists: pages of a link, paths, settings with their defaults', () => {
  const list = /^`page` is one of (.*); a page/m.exec(guide)![1]!
  const pages = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  expect(pages.filter((name) => !portalPage.safeParse(name).success)).toEqual([])
  const paths = new Set(endpoints.map(({ path }) => path))
  expect(paths).toContain(/`POST (\/admin\S+)` creates the user/.exec(guide)![1])

  const values = portalEnv.parse({ DATABASE_URL: 'postgres://portal', CALLER_SECRET: 'a'.repeat(32) })
  const rows = [...guide.matchAll(/^\| `(\w+)`, `(\w+)` \| (\d+), (\d+) \|/gm)]
  expect(rows).toHaveLength(2)
  for (const [, idle, longest, ...minutes] of rows) {
    const read = [idle, longest].map((name) => String(values[name as keyof typeof values]))
    expect([idle, ...read]).toEqual([idle, ...minutes])
  }
})
