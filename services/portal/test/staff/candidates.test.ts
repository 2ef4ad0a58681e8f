import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import { hostileTexts } from '../support/style-guide.ts'

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

test('found by the start of the name or the address, which stands in no address of a page (P-493)', async () => {
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
    'Nobody begins so',
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

test('erased only when it is typed (P-494); 10 equal posts are one erasure, whose progress is shown', async () => {
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
