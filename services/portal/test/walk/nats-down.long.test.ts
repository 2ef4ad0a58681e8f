import { findBrowser } from '@jobboard/testkit/browser'
import { type ControllableNats, openControllableNats } from '@jobboard/testkit/controllable-nats'
import { eventually } from '@jobboard/testkit/eventually'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../src/pages/areas.ts'
import { openScene, type Scene } from '../roles/scene.ts'
import { openBrowser } from '../support/browser.ts'
import { jobsOf } from '../support/jobs.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { openTab } from '../support/tab.ts'
import type { Visitor } from '../support/visitor.ts'

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: the pages without NATS in a real browser, because there is no Chromium')

describe.skipIf(!chromium)('without NATS', () => {
  let nats: ControllableNats
  let system: PortalSystem
  let scene: Scene
  let browser: Browser
  let visitors: Record<'EmployerAdmin' | 'operator', Visitor>
  beforeAll(async () => {
    nats = await openControllableNats()
    system = await openPortalSystem({
      only: ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'],
      natsUrl: nats.url,
    })
    scene = await openScene(system)
    const { employerId } = scene
    visitors = {
      EmployerAdmin: await system.signedIn(await system.employerWithUser('EmployerAdmin', { employerId })),
      operator: await system.signedIn(await system.staff('operator')),
    }
    browser = await openBrowser()
    await nats.stopServer()
  })
  afterAll(async () => {
    await nats?.start()
    await browser?.close()
    await system?.stop()
    await nats?.stop()
  })

  test('every page is there, because pages read Postgres', async () => {
    const wrong: string[] = []
    for (const [role, visitor] of Object.entries(visitors)) {
      for (const { method, path, roles } of areas.flatMap(({ pages }) => pages)) {
        if (method !== 'GET' || !roles.includes(role as never) || scene.isStream(path)) continue
        const { status } = await visitor.open(scene.pathOf(path))
        const isExpected = status === 200 || (status === 404 && scene.mayMiss(path))
        if (!isExpected) wrong.push(`${role} ${path}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('the System page names what waits, for every service and the gateway', async () => {
    const { page } = await openTab(browser, system, visitors.operator)
    const names = ['gateway', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook']
    await eventually('each row names NATS', async () => {
      await page.goto('/staff/system')
      const rows = await page.locator('tbody tr').allInnerTexts()
      return names.every((name) => rows.some((row) => row.startsWith(name) && /\bnats\b/.test(row)))
    })
    const rows = await page.locator('tbody tr').allInnerTexts()
    expect(rows.find((row) => row.startsWith('jobs'))).toContain('events, copies and webhooks wait')
    expect(rows.find((row) => row.startsWith('gateway'))).toContain('counts rate limits alone')
    await page.context().close()
  })

  test('a publish and a move succeed and wait in the outbox; with NATS they are published', async () => {
    const { employerId } = scene
    const jobs = jobsOf(system)
    const jobId = await jobs.draft(employerId)
    await jobs.grant(employerId, 1)
    const before = await jobs.balance(employerId)
    const { page } = await openTab(browser, system, visitors.EmployerAdmin)
    await page.goto(`/jobs/${jobId}/publish`)
    await page.locator(`form[action="/jobs/${jobId}/publish"] button[type=submit]`).click()
    await page.getByText('published').first().waitFor()
    expect([(await jobs.read(employerId, jobId)).status, await jobs.balance(employerId)]).toEqual([
      'Active',
      before - 1,
    ])
    const application = scene.pathOf('/applications/:applicationId')
    await page.goto(application)
    await page.locator('summary', { hasText: 'Move' }).click()
    await page.locator('select[name=status]').first().selectOption('Screened')
    await page.locator(`form[action="${application}/status"] button[type=submit]`).click()
    await page.getByText('moved to Screened').first().waitFor()
    const waiting = async (service: 'jobs' | 'pipeline') => {
      const [row] = await system.network.services[service].deps.db.sql<{ count: number }>`
        select count(*)::integer as count from outbox where published_at is null`
      return row!.count
    }
    expect([await waiting('jobs'), await waiting('pipeline')].every((count) => count > 0)).toBe(true)
    await nats.start()
    await eventually('both outboxes are published', async () => {
      return (await waiting('jobs')) === 0 && (await waiting('pipeline')) === 0
    })
    await page.context().close()
  })
})
