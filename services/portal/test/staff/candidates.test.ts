import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

// Without pipeline, search and webhook, which do not confirm an erasure.
let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'candidate'] })
})
afterAll(() => system?.stop())

let count = 0
async function newCandidate(fields: object = {}): Promise<{ id: number; email: string }> {
  const email = `quill.${++count}@post.example`
  const person = { firstName: 'Ada', lastName: 'Quill', email, ...fields }
  const { status, body, text } = await system.admin.post('/admin/v1/candidates', person)
  if (status !== 201) throw new Error(text)
  return { id: body.id, email }
}
const exists = async (id: number) => (await system.admin.get(`/admin/v1/candidates/${id}`)).status === 200

test('found by the start of the name or the address, which stands in no address of a page', async () => {
  const { id, email } = await newCandidate({ firstName: hostileTexts.markup.slice(0, 100) })
  const viewer = await system.signedIn(await system.staff('viewer'))
  const page = await viewer.open('/staff/candidates')
  expect(page.$('h1')).toHaveLength(1)
  expect(page.$('form[role=search]').attr('method')).toBe('post')
  const found = await viewer.submit(page, 'form[role=search]', { q: email.toUpperCase() })
  expect([found.status, found.path, found.$('tbody tr').length]).toEqual([200, '/staff/candidates', 1])
  expect(found.$('tbody a').attr('href')).toBe(`/staff/candidates/${id}`)
  for (const link of found.$('a[href], form[action]').get()) {
    expect(found.$(link).attr('href') ?? found.$(link).attr('action')).not.toContain('@')
  }
  expect(found.$('.jb-calls').text()).not.toContain(email)
  expect(found.$('main script')).toHaveLength(0)
  expect((await viewer.submit(page, 'form[role=search]', { q: 'nobody-begins-so' })).text).toContain(
    'No candidate found',
  )
})

test('a candidate: consent with its end, visibility, keys; a viewer has no way to erase', async () => {
  const { id, email } = await newCandidate({ city: 'Oslo' })
  await system.admin.post(`/admin/v1/candidates/${id}/api-keys`, { name: 'My agent', scopes: ['Profile'] })
  const viewer = await system.signedIn(await system.staff('viewer'))
  const page = await viewer.open(`/staff/candidates/${id}`)
  for (const text of [email, 'Oslo', 'Consent', 'In CV search', 'My agent', 'Profile'])
    expect(page.text).toContain(text)
  expect(page.$('a[href$="/erase"]')).toHaveLength(0)
  const csrf = String(page.$('[name=csrf]').attr('value'))
  expect((await viewer.open(`/staff/candidates/${id}/erase`)).status).toBe(403)
  const fields = { csrf, operation: 'x', typed: `erase ${id}` }
  for (const browser of [viewer, await system.signedIn(await system.employerWithUser('EmployerAdmin'))]) {
    fields.csrf = String((await browser.open('/')).$('[name=csrf]').attr('value'))
    expect((await browser.post(`/staff/candidates/${id}/erase`, fields)).status).toBe(403)
  }
  expect(await exists(id)).toBe(true)
  for (const wrong of ['2000000000', '0', 'x']) {
    expect((await viewer.open(`/staff/candidates/${wrong}`)).status, wrong).toBe(404)
  }
})

test('an operator revokes a key of a candidate after a tick, ten forms at once; nobody else, and no key of another', async () => {
  const [{ id }, other] = [await newCandidate(), await newCandidate()]
  const key = async (name: string) =>
    (await system.admin.post(`/admin/v1/candidates/${id}/api-keys`, { name, scopes: ['Profile'] })).body
  const { id: keyId } = await key('Lost agent')
  const path = `/staff/candidates/${id}/keys/${keyId}`
  const status = async () => (await system.admin.get(`/admin/v1/api-keys/${keyId}`)).body.status
  const operator = await system.signedIn(await system.staff('operator'))
  const viewer = await system.signedIn(await system.staff('viewer'))
  const list = await operator.open(`/staff/candidates/${id}`)
  expect(list.$(`a[href="${path}"]`)).toHaveLength(1)
  const page = await operator.open(path)
  const seen = await viewer.open(path)
  expect([seen.status, seen.$(`form[action="${path}/revoke"]`).length]).toEqual([200, 0])
  const csrf = String(seen.$('[name=csrf]').attr('value'))
  expect((await viewer.post(`${path}/revoke`, { csrf, confirmed: 'yes' })).status).toBe(403)
  expect((await operator.submit(page, `${path}/revoke`)).status).toBe(422)
  expect((await operator.open(`/staff/candidates/${other.id}/keys/${keyId}`)).status).toBe(404)
  const { body: recruiter } = await system.admin.post('/admin/v1/employers', { name: 'Fjord' })
  const employers = await system.admin.post(`/admin/v1/employers/${recruiter.id}/api-keys`, {
    name: 'ATS',
    scopes: ['JobPosting'],
  })
  expect((await operator.open(`/staff/candidates/${id}/keys/${employers.body.id}`)).status).toBe(404)
  expect(await status()).toBe('Active')
  const sent = Array.from({ length: 10 }, () =>
    operator.clone().submit(page, `${path}/revoke`, { confirmed: 'yes' }),
  )
  const ends = await Promise.all(sent)
  expect(ends.map(({ path: end }) => end)).toEqual(Array(10).fill(`/staff/candidates/${id}`))
  expect(await status()).toBe('Revoked')
  const audit = await system.admin.get('/admin/v1/audit?action=revoke-key')
  expect(
    audit.body.items.filter(({ object }: { object: string }) => object.endsWith(` ${keyId}`)),
  ).toHaveLength(1)
  expect((await operator.open(path)).$(`form[action="${path}/revoke"]`)).toHaveLength(0)
})

test('the keys of a candidate and the lists of an employer come in pages', async () => {
  const { id } = await newCandidate()
  const { body: employer } = await system.admin.post('/admin/v1/employers', { name: 'Many' })
  for (let n = 1; n <= 26; n++) {
    await system.admin.post(`/admin/v1/candidates/${id}/api-keys`, {
      name: `Agent ${n}`,
      scopes: ['Profile'],
    })
    await system.admin.post(`/admin/v1/employers/${employer.id}/users`, {
      name: `User ${n}`,
      email: `user.${n}@people.example`,
      role: 'Recruiter',
    })
  }
  const operator = await system.signedIn(await system.staff('operator'))
  for (const [path, name, query] of [
    [`/staff/candidates/${id}`, 'Agent', 'keys'],
    [`/staff/employers/${employer.id}`, 'User', 'users'],
  ] as const) {
    const shown = async (at: string) => {
      const { $ } = await operator.open(at)
      return $('tbody tr')
        .map((_, row) => $(row).text())
        .get()
        .filter((text) => text.includes(`${name} `)).length
    }
    const first = await operator.open(path)
    const next = first.$('a[rel=next]').attr('href')
    expect([await shown(path), next, await shown(String(next))]).toEqual([25, `${path}?${query}=2`, 1])
    expect(await shown(`${path}?${query}=99&x=1`)).toBe(1)
  }
})

test('erased only when it is typed; 10 equal posts are one erasure, whose progress is shown', async () => {
  const { id } = await newCandidate()
  const operator = await system.signedIn(await system.staff('operator'))
  const path = `/staff/candidates/${id}/erase`
  const form = await operator.open(path)
  const wrong = await operator.submit(form, path, { typed: 'erase' })
  expect([wrong.status, wrong.$('#field-typed-error').text()]).toEqual([
    422,
    expect.stringContaining(`erase ${id}`),
  ])
  expect(wrong.$('[name=typed]').attr('value')).toBe('erase')
  expect(await exists(id)).toBe(true)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => operator.clone().submit(wrong, path, { typed: `Erase ${id}` })),
  )
  expect(new Set(pages.map((page) => page.path)).size).toBe(1)
  const { path: progress, text } = pages[0]!
  expect(progress).toMatch(/^\/staff\/candidates\/erasures\/\d+$/)
  expect(text).toContain('The erasure is accepted')
  await eventually('candidate and accounts confirm', async () =>
    (await operator.open(progress)).text.includes('2 of 5'),
  )
  const shown = await operator.open(progress)
  expect(shown.$('[data-refresh]')).toHaveLength(1)
  expect(shown.$('tr:contains("webhook")').text()).toContain('Waiting')
  // The erased candidate leads to the erasure, which is among those that are not complete.
  expect((await operator.open(`/staff/candidates/${id}`)).path).toBe(progress)
  expect((await operator.open(path)).path).toBe(progress)
  const list = await operator.open('/staff/candidates/erasures?completed=false')
  expect(list.$(`a[href="${progress}"]`)).toHaveLength(1)
  expect(
    (await operator.open('/staff/candidates/erasures?completed=true')).$(`a[href="${progress}"]`),
  ).toHaveLength(0)
})
