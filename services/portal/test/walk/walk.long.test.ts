import { mkdirSync } from 'node:fs'
import { findBrowser } from '@jobboard/testkit/browser'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../src/pages/areas.ts'
import { openScene, type Scene } from '../roles/scene.ts'
import { openBrowser, pageFaults } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import type { OpenPage, Visitor } from '../support/visitor.ts'
import { hostileProfile, makeHostile, refusedKey } from './hostile-scene.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: every page in a real browser, because there is no Chromium')

// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env
// Those who see most first.
const walkers = ['EmployerAdmin', 'operator', 'Recruiter', 'Interviewer', 'viewer'] as const

describe.skipIf(!chromium)('every page with hostile names in a real browser', () => {
  let system: PortalSystem
  let scene: Scene
  let browser: Browser
  const visitors = {} as Record<(typeof walkers)[number], Visitor>
  /** Pages whose path the list of pages does not name. */
  const more: Partial<Record<(typeof walkers)[number], string[]>> = {}
  beforeAll(async () => {
    system = await openPortalSystem({
      only: ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'],
    })
    scene = await openScene(system, hostileProfile)
    await makeHostile(system, scene)
    const { employerId } = scene
    const signIn = async (role: (typeof walkers)[number]) => {
      const isStaff = role === 'viewer' || role === 'operator'
      const person = isStaff ? system.staff(role) : system.employerWithUser(role, { employerId })
      visitors[role] = await system.signedIn(await person)
    }
    for (const role of walkers) await signIn(role)
    const { operator } = visitors
    const repair = await operator.open('/staff/system/repair')
    const resync = { service: 'jobs', confirmed: 'yes' }
    const { path } = await operator.submit(repair, '/staff/system/resync', resync)
    more.operator = [path, '/staff/system/streams?all=yes']
    more.EmployerAdmin = ['/keys?state=ended', await refusedKey(system, scene)]
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
  })

  test.each(walkers)(
    '%s: readable by everybody at 1440 px light and 390 px dark, nothing sticks out, nothing runs',
    async (role) => {
      const { page, errors } = await openTab(browser, system, visitors[role])
      const wrong: string[] = []
      for (const pattern of [...pagesOf(role).map(({ path }) => path), ...(more[role] ?? [])]) {
        const path = scene.pathOf(pattern)
        // 503 on a busy machine, where a service takes more than 5 s.
        const found = await eventually(`${path} is there`, async () => {
          const opened = await visitors[role].open(path)
          return opened.status === 503 ? undefined : opened
        })
        const isExpected = found.status === 200 || (found.status === 404 && scene.mayMiss(pattern))
        if (!isExpected || found.$('h1').length !== 1) wrong.push(`${path}: ${found.status}`)
        // What another role has seen on this page is not looked at again.
        const parts = newParts(path, found)
        if (!parts) continue
        await page.goto(path)
        await page.evaluate('for (const one of document.querySelectorAll("main details")) one.open = true')
        wrong.push(...(await pageFaults(page, parts)).map((fault) => `${path}: ${fault}`))
        if (PICTURES) {
          mkdirSync(`${PICTURES}/${role}`, { recursive: true })
          await page.screenshot({ path: `${PICTURES}/${role}/${path.replaceAll(/\W+/g, '-')}.png` })
        }
      }
      // The browser reports pages that are 404 because the scene lacks what they are about.
      expect({ wrong, errors: errors.filter((error) => !error.includes('status of 404')) }).toEqual({
        wrong: [],
        errors: [],
      })
      await page.context().close()
    },
    600_000,
  )

  test('in a sandbox: readable by everybody, nothing sticks out, nothing runs', async () => {
    const inside = visitors.EmployerAdmin.clone()
    const made = await inside.submit(await inside.open('/sandbox'), '/sandbox/new')
    const { page, errors } = await openTab(browser, system, inside)
    const wrong: string[] = []
    for (const isInside of [false, true]) {
      if (isInside) await inside.submit(made, '/sandbox/enter')
      for (const path of isInside ? ['/sandbox', '/', '/keys', '/keys/new', '/settings'] : ['/sandbox']) {
        await page.goto(path)
        if ((await page.title()).endsWith('Sandbox') !== isInside) wrong.push(`${path}: the title`)
        wrong.push(...(await pageFaults(page)).map((fault) => `${path}: ${fault}`))
      }
    }
    expect({ wrong, errors }).toEqual({ wrong: [], errors: [] })
    await page.context().close()
  }, 300_000)

  // Parts that scripts put into a page are looked at within it; a browser saves a file and shows no page.
  const isPage = (path: string) => !/\/cards\/|^\/find\/list$|\/export$/.test(path) && !scene.isStream(path)
  const pagesOf = (role: (typeof walkers)[number]) =>
    areas
      .flatMap(({ pages }) => pages)
      .filter(({ method, path, roles }) => method === 'GET' && roles.includes(role) && isPage(path))
  const [seen, seenHere] = [new Set<string>(), new Set<string>()]
  /** Whether pages have had each kind of element of this page (its tag, class and names of attributes); undefined when pages
   * at this path have had all of them. */
  function newParts(path: string, { $ }: OpenPage): { isKnown: boolean } | undefined {
    const before = [seen.size, seenHere.size]
    for (const { attribs, name } of $('body *').get()) {
      const kind = [name, attribs.class, ...Object.keys(attribs)].join(' ')
      seen.add(kind)
      seenHere.add(`${path} ${kind}`)
    }
    return seenHere.size > before[1]! ? { isKnown: seen.size === before[0] } : undefined
  }
})
