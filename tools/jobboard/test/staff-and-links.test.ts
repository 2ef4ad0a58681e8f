import { type Network, network } from '@jobboard/testkit/network'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

const PORTAL_BASE_URL = 'http://127.0.0.1:8082'
let net: Network
let portal: BootedPortal
beforeAll(async () => {
  net = await network({ only: ['accounts'], env: { PORTAL_BASE_URL } })
  portal = await bootPortal(net.services, { env: { PORTAL_BASE_URL } })
})
afterAll(async () => {
  await portal?.stop()
  await net.stop()
})

const run = (...args: string[]) =>
  runJobboard(args, { ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })

/** The status and the title of the page that a printed link opens. */
async function opened(stdout: string): Promise<[number, string | undefined]> {
  const { pathname } = new URL(stdout.trim())
  const response = await fetch(portal.pagesUrl + pathname)
  return [response.status, /<title>([^<]*)/.exec(await response.text())?.[1]]
}

test('staff create, list, remove, and links that the portal accepts', async () => {
  const created = await run(
    'staff',
    'create',
    'Sam Support',
    '--email',
    'sam@example.com',
    '--role',
    'operator',
  )
  const [, id] = /^staff (\d+)\n$/.exec(created.stdout)!
  const again = await run('staff', 'create', 'Sam', '--email', 'SAM@example.com')
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has this address')])
  expect((await run('staff', 'list')).stdout).toMatch(
    /^ID +NAME +EMAIL +ROLE\n\d+ +Sam Support +sam@example.com +operator\n1 members of the staff\n$/,
  )
  const link = await run('portal-link', '--staff', id!, '--page', 'system', '--seconds', '60')
  expect([link.code, link.stderr]).toEqual([0, expect.stringMatching(/^works once, until \S+Z\n$/)])
  expect(link.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8082\/sign-in\/link\/\S+\n$/)
  expect(await opened(link.stdout)).toEqual([200, expect.stringContaining('Sign in to the portal')])

  expect(await run('staff', 'remove', id!)).toMatchObject({ code: 0, stdout: `staff ${id} removed\n` })
  expect((await run('staff', 'list')).stdout).toBe('0 members of the staff\n')
  expect((await run('portal-link', '--staff', id!)).stderr).toContain('(404)')
})

test('portal-link of a user of an employer, and of no user of it', async () => {
  const made = await run('employer', 'create', 'Nordlys', '--user', 'robin@example.com')
  const [, employer, user] = /^employer (\d+)\nuser (\d+)\n/.exec(made.stdout)!
  const link = await run('portal-link', '--employer', employer!, '--user', user!)
  expect(await opened(link.stdout)).toEqual([200, expect.stringContaining('Sign in to the portal')])
  expect((await run('portal-link', '--employer', employer!, '--user', '999')).stderr).toContain('(404)')
})

test.each([
  [['portal-link'], 'give --employer ID and --user ID, or --staff ID'],
  [['portal-link', '--user', '1'], 'give --employer ID and --user ID, or --staff ID'],
  [['portal-link', '--staff', '1', '--page', 'https://evil.example'], '--page must be one of start, jobs'],
  [['staff', 'create', 'Sam'], '--email is missing'],
  [['staff', 'remove', 'sam@example.com'], 'ID must be an id'],
])('exit code 2: %j is refused with what to write', async (args, text) => {
  const { code, stderr } = await run(...args)
  expect([code, stderr]).toEqual([2, expect.stringContaining(text)])
})
