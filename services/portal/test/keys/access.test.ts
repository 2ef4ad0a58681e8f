import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { keys } from '../../src/pages/keys/keys.ts'
import { users } from '../../src/pages/users/users.ts'
import type { User } from '../../src/person/person.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

const pages = [...keys.pages, ...users.pages]
let system: PortalSystem
let owner: User
let keyId: number
beforeAll(async () => {
  system = await sharedPortalSystem()
  owner = await system.employerWithUser('EmployerAdmin')
  await system.employerWithUser('EmployerAdmin', { employerId: owner.employerId })
  await system.admin.put(`/admin/v1/employers/${owner.employerId}`, { isTrustedPartner: true })
  const body = { name: 'Theirs', scopes: ['JobPosting'] }
  keyId = (await system.admin.post(`/admin/v1/employers/${owner.employerId}/api-keys`, body)).body.id
})

const pathOf = (path: string) => path.replace(':keyId', String(keyId)).replace(':userId', String(owner.id))
const state = async () =>
  Promise.all(
    ['api-keys', 'users'].map(
      async (what) => (await system.admin.get(`/admin/v1/employers/${owner.employerId}/${what}`)).body,
    ),
  )
async function post(browser: Visitor, path: string) {
  const csrf = (await browser.open('/')).$('input[name=csrf]').attr('value')
  return browser.post(path, {
    ...{ csrf, operation: randomUUID(), confirmed: 'yes', overlap: '0', stop: 'yes', name: 'Mine' },
    ...{ scopes: ['JobPosting'], email: 'mine@people.example', role: 'Interviewer' },
  })
}

test.each(['Recruiter', 'Interviewer', 'viewer', 'operator'] as const)(
  '%s: keys and users are 403, by a direct post too, and nothing changes (P-440)',
  async (role) => {
    const person =
      role === 'viewer' || role === 'operator'
        ? await system.staff(role)
        : await system.employerWithUser(role, { employerId: owner.employerId })
    const browser = await system.signedIn(person)
    const before = await state()
    expect((await browser.open('/')).$('nav a[href="/keys"], nav a[href="/users"]')).toHaveLength(0)
    for (const { method, path } of pages) {
      const page = method === 'GET' ? await browser.open(pathOf(path)) : await post(browser, pathOf(path))
      expect([method, path, page.status]).toEqual([method, path, 403])
    }
    expect(await state()).toEqual(before)
  },
)

test("another employer's keys and users are 404 on every page and by every form, and stay (D-19)", async () => {
  const browser = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  const before = await state()
  const named = pages.filter(({ path }) => path.includes(':'))
  expect(named).toHaveLength(8)
  for (const { method, path } of named) {
    const open = (to: string) => (method === 'GET' ? browser.open(to) : post(browser, to))
    expect([path, (await open(pathOf(path))).status]).toEqual([path, 404])
    for (const id of ['2000000000', 'x', '0', '9'.repeat(300)]) {
      expect([path, id, (await open(path.replace(/:\w+/, id))).status]).toEqual([path, id, 404])
    }
  }
  expect(await state()).toEqual(before)
})

test('accounts is down: the pages say so, and forms keep what was typed (P-445)', async () => {
  const browser = await system.signedIn(owner)
  const forms = {
    '/users/new': await browser.open('/users/new'),
    '/keys/new': await browser.open('/keys/new'),
  }
  const without = await system.without(['accounts'], browser)
  for (const path of ['/keys', '/users']) expect((await without.open(path)).status).toBe(503)
  for (const [path, form] of Object.entries(forms)) {
    const more = path === '/users/new' ? { email: 'typed@people.example' } : { scopes: ['JobPosting'] }
    const sent = await without.submit(form, path, { name: 'Typed', ...more })
    expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('cannot be reached')])
    expect(sent.$('main [name=name]').attr('value')).toBe('Typed')
    const operation = ({ $ }: typeof form) => $('main [name=operation]').attr('value')
    expect(operation(sent)).toBe(operation(form))
  }
})
