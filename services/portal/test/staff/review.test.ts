import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts'] })
})
afterAll(() => system?.stop())

async function waitingKey(name = 'Search robot') {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const path = `/admin/v1/employers/${employerId}/api-keys`
  const { body } = await system.admin.post(path, { name, scopes: ['CvSearch'] })
  expect(body.status).toBe('PendingApproval')
  return { id: body.id as number, employerId }
}
const read = async (id: number) => (await system.admin.get(`/admin/v1/api-keys/${id}`)).body
const operator = async () => system.signedIn(await system.staff('operator'))

test('the list: employer, scopes, contract, why and since; the oldest first; a hostile name is a text', async () => {
  const { id } = await waitingKey(hostileTexts.markup.slice(0, 150))
  const page = await (await operator()).open('/staff/review')
  expect(page.$('h1')).toHaveLength(1)
  const row = page.$(`tr:has(a[href="/staff/review/${id}"])`).text()
  for (const text of ['Fjord & Fell', 'CvSearch', 'None', 'It has the scope CvSearch'])
    expect(row).toContain(text)
  expect(page.$('main script, main img')).toHaveLength(0)
})

test('an operator approves: the key works, and the list has it no more', async () => {
  const { id } = await waitingKey()
  const browser = await operator()
  const page = await browser.open(`/staff/review/${id}`)
  const after = await browser.submit(page, `/staff/review/${id}/approve`)
  expect([after.path, after.text]).toEqual(['/staff/review', expect.stringContaining('approved and works')])
  expect((await read(id)).status).toBe('Active')
  expect(after.$(`a[href="/staff/review/${id}"]`)).toHaveLength(0)
})

test('refused without a reason: the field says so; with one, the employer can read it', async () => {
  const { id } = await waitingKey()
  const browser = await operator()
  const page = await browser.open(`/staff/review/${id}`)
  const wrong = await browser.submit(page, `/staff/review/${id}/refuse`, { reason: '  ' })
  expect([wrong.status, wrong.title]).toEqual([422, expect.stringMatching(/^Error: /)])
  expect(wrong.$('#field-reason-error').text()).not.toBe('')
  expect((await read(id)).status).toBe('PendingApproval')
  const after = await browser.submit(wrong, `/staff/review/${id}/refuse`, {
    reason: 'Sign the contract first.',
  })
  expect(after.path).toBe('/staff/review')
  expect(await read(id)).toMatchObject({ status: 'Revoked', refusedReason: 'Sign the contract first.' })
  expect((await browser.open(`/staff/review/${id}`)).text).toContain('Sign the contract first.')
})

test('10 equal posts at once act once, and each says that it is done', async () => {
  const { id } = await waitingKey()
  const browser = await operator()
  const page = await browser.open(`/staff/review/${id}`)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, `/staff/review/${id}/approve`)),
  )
  expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(['/staff/review']))
  for (const { text } of pages) expect(text).toContain('is approved and works')
  const { body } = await system.admin.get(`/admin/v1/audit?entityId=${id}`)
  expect(body.items.filter((row: { action: string }) => row.action === 'approve-key')).toHaveLength(1)
})

test('of two operators one wins, and the other is shown what the key is now', async () => {
  const { id, employerId } = await waitingKey()
  const [one, two] = [await operator(), await operator()]
  const [first, second] = [await one.open(`/staff/review/${id}`), await two.open(`/staff/review/${id}`)]
  const done = await Promise.all([
    one.submit(first, `/staff/review/${id}/approve`),
    two.submit(second, `/staff/review/${id}/refuse`, { reason: 'No.' }),
  ])
  const { status } = await read(id)
  const [winner, loser] = status === 'Active' ? done : [done[1]!, done[0]!]
  expect(winner!.path).toBe('/staff/review')
  const now = status === 'Active' ? 'Active' : 'Revoked'
  expect([loser!.path, loser!.text]).toEqual([
    `/staff/review/${id}`,
    expect.stringContaining(`Nothing was done. It is ${now} now.`),
  ])
  // One who approves what another has approved is shown that.
  const other = await waitingKey()
  const late = await two.open(`/staff/review/${other.id}`)
  await system.admin.post(`/admin/v1/api-keys/${other.id}/approve`, {})
  expect((await two.submit(late, `/staff/review/${other.id}/approve`)).text).toContain(
    'by somebody else just before',
  )
  expect(employerId).toBeGreaterThan(0)
})

test('of eight operators who approve in the same moment one reads that it is done', async () => {
  const { id } = await waitingKey()
  const browsers = await Promise.all(Array.from({ length: 8 }, operator))
  const forms = await Promise.all(browsers.map((browser) => browser.open(`/staff/review/${id}`)))
  // Twice each: a repeat of the own form says what the form has said.
  const said = await Promise.all(
    browsers.map(async (browser, i) => {
      const twice = [browser, browser.clone()].map((one) =>
        one.submit(forms[i]!, `/staff/review/${id}/approve`),
      )
      const [first, second] = (await Promise.all(twice)).map(({ text }) => ({
        isDone: text.includes('is approved and works'),
        isOthers: text.includes('was approved by somebody else just before'),
      }))
      expect(second).toEqual(first)
      expect(first!.isDone).not.toBe(first!.isOthers)
      return first!.isDone
    }),
  )
  expect(said.filter(Boolean)).toHaveLength(1)
  const { body } = await system.admin.get(`/admin/v1/audit?entityId=${id}`)
  expect(body.items.filter((row: { action: string }) => row.action === 'approve-key')).toHaveLength(1)
})

test('a viewer reads, without a form that decides', async () => {
  const { id } = await waitingKey()
  const viewer = await system.signedIn(await system.staff('viewer'))
  const page = await viewer.open(`/staff/review/${id}`)
  expect([page.status, page.$('main form[method=post]').length]).toEqual([200, 0])
  expect((await viewer.open('/staff/review/2000000000')).status).toBe(404)
})
