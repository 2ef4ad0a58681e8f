import { beforeAll, expect, test } from 'vitest'
import type { Page } from '../../src/http/page.ts'
import { areas } from '../../src/pages/areas.ts'
import { type Role, roles, staffRoles } from '../../src/person/person.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'
import { openScene, type Scene } from './scene.ts'

let system: PortalSystem
let scene: Scene
const browsers = {} as Record<Role, Visitor>
const pages = areas.flatMap((area) => area.pages)

beforeAll(async () => {
  system = await sharedPortalSystem()
  scene = await openScene(system)
  for (const role of roles) browsers[role] = await system.signedIn(await personWith(role))
})

const personWith = (role: Role) =>
  staffRoles.some((one) => one === role)
    ? system.staff(role as (typeof staffRoles)[number])
    : system.employerWithUser(role as Exclude<Role, (typeof staffRoles)[number]>, {
        employerId: scene.employerId,
      })

// The walk through every page opens it as each of its roles.
const isTriedBy = (role: Role) => (page: Page) => page.roles[0] === role

const nameOf = ({ method, path }: Page) => `${method} ${path}`

test('the list of pages and actions names each with its roles (P-503)', async () => {
  const rows = pages.map((page) => `${nameOf(page)}: ${page.roles.join(' ')}\n`)
  await expect(rows.sort().join('')).toMatchFileSnapshot('roles.txt')
})

test.each(roles)('403: %s opens and sends nothing that is not for this role (P-440)', async (role) => {
  const token = await csrfOf(browsers[role])
  const wrong: string[] = []
  for (const page of pages.filter((page) => !page.roles.includes(role))) {
    const path = scene.pathOf(page.path)
    const response =
      page.method === 'GET'
        ? await browsers[role].open(path)
        : await browsers[role].post(path, { csrf: token })
    if (response.status !== 403) wrong.push(`${nameOf(page)}: ${response.status}`)
  }
  expect(wrong).toEqual([])
})

test.each(roles)(
  '200: every page is there for the first of its roles, on objects that exist: %s',
  async (role) => {
    const wrong: string[] = []
    for (const page of pages.filter(({ method }) => method === 'GET').filter(isTriedBy(role))) {
      if (scene.isStream(page.path)) continue
      const { status, $ } = await browsers[role].open(scene.pathOf(page.path))
      const isWhole = $('h1').length === 1 || $('main').length === 0
      const isExpected = status === 200 || (status === 404 && scene.mayMiss(page.path))
      if (!isExpected || !isWhole) wrong.push(`${nameOf(page)}: ${status}, ${$('h1').length} h1`)
    }
    expect(wrong).toEqual([])
  },
)

test.each(roles)('no 5xx: the first of its roles sends every form empty: %s', async (role) => {
  const wrong: string[] = []
  for (const page of pages.filter(({ method }) => method === 'POST').filter(isTriedBy(role))) {
    // They end the session of this browser.
    if (page.path === '/sign-out' || page.path.startsWith('/account')) continue
    const token = await csrfOf(browsers[role])
    const { status, path } = await browsers[role].post(scene.unknownPathOf(page.path), { csrf: token })
    if (status >= 500 || status === 403 || path.startsWith('/sign-in'))
      wrong.push(`${nameOf(page)}: ${status} ${path}`)
  }
  expect(wrong).toEqual([])
})

async function csrfOf(browser: Visitor): Promise<string> {
  return String((await browser.open('/account')).$('input[name=csrf]').first().val())
}
