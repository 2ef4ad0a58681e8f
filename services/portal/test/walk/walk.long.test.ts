import { mkdirSync } from 'node:fs'
import { findBrowser } from '@jobboard/testkit/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../src/pages/areas.ts'
import { openScene, type Scene } from '../roles/scene.ts'
import { accessibilityFindings, horizontalOverflow, openBrowser } from '../support/browser.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import type { Visitor } from '../support/visitor.ts'
import { hostileProfile, makeHostile } from './hostile-scene.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: every page in a real browser, because there is no Chromium')

// Names the folder for pictures of the pages, to look at.
const { PICTURES } = process.env
const walkers = ['EmployerAdmin', 'Recruiter', 'Interviewer', 'viewer', 'operator'] as const

describe.skipIf(!chromium)('every page with hostile names in a real browser', () => {
  let system: PortalSystem
  let scene: Scene
  let browser: Browser
  const visitors = {} as Record<(typeof walkers)[number], Visitor>
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
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await system?.stop()
  })

  // Contrast depends on the theme, what sticks out on the width: two walks have both of each. A role that sees no more
  // than another on most pages walks once.
  const [narrow, wide] = [
    { width: 390, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ]
  const walks = {
    EmployerAdmin: [narrow, wide],
    Recruiter: [narrow],
    Interviewer: [narrow, wide],
    viewer: [wide],
    operator: [narrow, wide],
  }
  const cases = walkers.flatMap((role) => walks[role].map((walk) => ({ role, ...walk })))
  test.each(cases)(
    '$role, $width px, $colorScheme: readable by everybody, nothing sticks out, nothing runs',
    async ({ role, width, colorScheme }) => {
      const { page, errors } = await openTab(browser, system, visitors[role], {
        viewport: { width, height: 900 },
        colorScheme,
      })
      const wrong: string[] = []
      for (const { path } of areas.flatMap(({ pages }) => pages).filter(isWalked(role))) {
        // A browser saves a file and shows no page.
        if (path.endsWith('/export')) continue
        const response = await page.goto(scene.pathOf(path))
        if (!response?.headers()['content-type']?.startsWith('text/html')) continue
        await page.evaluate('for (const one of document.querySelectorAll("main details")) one.open = true')
        const findings = await accessibilityFindings(page)
        const overflow = await horizontalOverflow(page)
        const ran = await page.evaluate('window.ran')
        if (findings.length > 0 || overflow > 0 || ran) {
          wrong.push(`${path}: ${JSON.stringify({ findings, overflow, ran })}`)
        }
        if (PICTURES) {
          const folder = `${PICTURES}/${role}-${width}-${colorScheme}`
          mkdirSync(folder, { recursive: true })
          await page.screenshot({ path: `${folder}/${path.replaceAll(/\W+/g, '-')}.png` })
        }
      }
      // The browser reports pages that are 404 because the scene lacks what they are about.
      expect({ wrong, errors: errors.filter((error) => !error.includes('status of 404')) }).toEqual({
        wrong: [],
        errors: [],
      })
      await page.context().close()
    },
    300_000,
  )

  test('in a sandbox: readable by everybody, nothing sticks out, nothing runs', async () => {
    const inside = visitors.EmployerAdmin.clone()
    const made = await inside.submit(await inside.open('/sandbox'), '/sandbox/new')
    const wrong: string[] = []
    for (const { width, colorScheme } of [narrow, wide]) {
      const viewport = { width, height: 900 }
      const { page, errors } = await openTab(browser, system, inside, { viewport, colorScheme })
      for (const isInside of [false, true]) {
        if (isInside) await inside.submit(made, '/sandbox/enter')
        for (const path of isInside ? ['/sandbox', '/', '/keys', '/keys/new', '/settings'] : ['/sandbox']) {
          await page.goto(path)
          const isNamed = (await page.title()).endsWith('Sandbox')
          const findings = await accessibilityFindings(page)
          const overflow = await horizontalOverflow(page)
          const ran = await page.evaluate('window.ran')
          if (isNamed !== isInside || findings.length > 0 || overflow > 0 || ran) {
            wrong.push(`${width} ${path}: ${JSON.stringify({ isNamed, findings, overflow, ran })}`)
          }
        }
      }
      expect(errors).toEqual([])
      await page.context().close()
      await inside.submit(await inside.open('/sandbox'), '/sandbox/leave')
    }
    expect(wrong).toEqual([])
  }, 300_000)

  // Parts that scripts put into a page are looked at within it.
  const isPart = (path: string) => path.includes('/cards/') || path === '/find/list'
  function isWalked(role: (typeof walkers)[number]) {
    return ({ method, path, roles }: { method: string; path: string; roles: readonly string[] }) =>
      method === 'GET' && roles.includes(role) && !scene.isStream(path) && !isPart(path)
  }
})
