import type { Booted } from '@jobboard/testkit/boot'
import { type BootedPortal, bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../../src/pages/areas.ts'
import { openScene, type Scene } from '../roles/scene.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { openVisitor, type Visitor } from '../support/visitor.ts'

const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'] as const
/** Nothing listens there. */
const NOBODY = { url: 'http://127.0.0.1:9' } as Booted

let system: PortalSystem
let scene: Scene
let visitors: Record<'EmployerAdmin' | 'operator', Visitor>
const portals: BootedPortal[] = []
beforeAll(async () => {
  system = await sharedPortalSystem()
  scene = await openScene(system)
  const { employerId } = scene
  visitors = {
    EmployerAdmin: await system.signedIn(await system.employerWithUser('EmployerAdmin', { employerId })),
    operator: await system.signedIn(await system.staff('operator')),
  }
  // The role that a page has seen serves while accounts is down.
  for (const visitor of Object.values(visitors)) await visitor.open('/')
})
afterAll(async () => {
  for (const portal of portals) await portal.stop()
})

test.each(services)(
  'without %s each page says which part is missing, and works otherwise',
  async (service) => {
    const portal = await bootPortal(
      { ...system.network.services, [service]: NOBODY },
      { env: { PORTAL_BASE_URL: system.baseUrl }, databaseUrl: system.portal.databaseUrl },
    )
    portals.push(portal)
    const wrong: string[] = []
    for (const [role, { cookies }] of Object.entries(visitors)) {
      const visitor = openVisitor(portal.pagesUrl, { cookies: new Map(cookies) })
      expect((await visitor.open('/')).status, role).toBe(200)
      for (const { method, path, roles } of areas.flatMap(({ pages }) => pages)) {
        if (method !== 'GET' || !roles.includes(role as never) || scene.isStream(path)) continue
        const { status, text, $, path: end } = await visitor.open(scene.pathOf(path))
        const isExpected = status === 200 || status === 503 || (status === 404 && scene.mayMiss(path))
        const isNamed = status !== 503 || text.includes(service) || $('main').length === 0
        if (!isExpected || !isNamed || end.startsWith('/sign-in')) {
          wrong.push(`${role} ${path}: ${status} ${end} ${text.slice(0, 200)}`)
        }
      }
    }
    expect(wrong).toEqual([])
  },
)
