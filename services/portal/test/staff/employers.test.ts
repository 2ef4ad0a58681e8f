import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await openPortalSystem({ only: ['accounts', 'jobs', 'search'] })
})
afterAll(() => system?.stop())

const operator = async () => system.signedIn(await system.staff('operator'))
const balances = async (id: number) => (await system.admin.get(`/admin/v1/employers/${id}/credits`)).body
const entries = async (id: number) =>
  (await system.admin.get(`/admin/v1/employers/${id}/credits/entries?pageSize=100`)).body.items

test('an operator creates an employer, finds it by name, changes it, invites a user', async () => {
  const browser = await operator()
  const form = await browser.open('/staff/employers/new')
  const wrong = await browser.submit(form, '/staff/employers/new', { name: ' ', isTrustedPartner: 'yes' })
  expect([wrong.status, wrong.$('#field-name-error').length]).toEqual([422, 1])
  expect(wrong.$('[name=isTrustedPartner]').attr('checked')).toBeDefined()
  const made = await browser.submit(wrong, '/staff/employers/new', { name: 'Zebra & <b>Sons</b>' })
  expect(made.path).toMatch(/^\/staff\/employers\/\d+$/)
  expect(made.$('h1').text()).toBe('Zebra & <b>Sons</b>')
  expect(made.text).toContain('No user yet')
  const found = await browser.submit(await browser.open('/staff/employers'), 'form[role=search]', {
    q: 'zebra',
  })
  expect(found.$('tbody tr')).toHaveLength(1)
  expect((await browser.open('/staff/employers?q=nobody-begins-so')).text).toContain('No employer found')
  const change = await browser.open(`${made.path}/change`)
  expect(change.$('[name=isTrustedPartner]').attr('checked')).toBeDefined()
  const saved = await browser.submit(change, `${made.path}/change`, {
    name: 'Zebra',
    hasActiveContract: 'yes',
    isTrustedPartner: undefined,
  })
  expect((await system.admin.get(`/admin/v1${made.path.slice('/staff'.length)}`)).body).toMatchObject({
    name: 'Zebra',
    hasActiveContract: true,
    isTrustedPartner: false,
  })
  const refused = await browser.submit(saved, `${made.path}/users`, { name: 'Ada', email: 'nobody' })
  expect([refused.status, refused.$('#field-email-error').length]).toEqual([422, 1])
  expect(refused.$('[name=name]').attr('value')).toBe('Ada')
  const invited = await browser.submit(refused, `${made.path}/users`, { email: 'ada@zebra.example' })
  expect(invited.text).toContain('ada@zebra.example')
})

test('a grant shows the balance after it first; 10 equal posts add it once (P-444)', async () => {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const browser = await operator()
  const path = `/staff/employers/${employerId}/credits`
  const page = await browser.open(path)
  const asked = await browser.submit(page, `${path}/grant`, {
    kind: 'CvSearch',
    amount: '50',
    reason: 'Contract 7',
  })
  expect([asked.status, asked.text]).toEqual([200, expect.stringMatching(/Now0.*Change\+50.*After it50/)])
  expect((await balances(employerId)).CvSearch).toBe(0)
  const unticked = await browser.submit(asked, `${path}/grant`)
  expect([unticked.status, unticked.text]).toEqual([422, expect.stringContaining('Nothing was done')])
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(unticked, `${path}/grant`, { confirmed: 'yes' })),
  )
  for (const each of pages)
    expect([each.path, each.text]).toEqual([path, expect.stringContaining('The balance is 50')])
  expect((await balances(employerId)).CvSearch).toBe(50)
  expect(await entries(employerId)).toHaveLength(1)
  expect(pages[0]!.text).toContain('Granted by the platform: Contract 7')
})

test('a correction takes credits back, never below 0; an entry is reversed once', async () => {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const browser = await operator()
  const path = `/staff/employers/${employerId}/credits`
  const grant = async (amount: string) => {
    const asked = await browser.submit(await browser.open(path), `${path}/grant`, {
      kind: 'JobPosting',
      amount,
    })
    return asked.status === 422 ? asked : browser.submit(asked, `${path}/grant`, { confirmed: 'yes' })
  }
  await grant('10')
  expect((await grant('-3')).text).toContain('Taken back by the platform')
  const tooMuch = await grant('-8')
  expect([tooMuch.status, tooMuch.$('#field-amount-error').length]).toEqual([422, 1])
  expect(tooMuch.$('[name=amount]').attr('value')).toBe('-8')
  for (const wrong of ['0', '1.5', 'x', '']) expect((await grant(wrong)).status).toBe(422)
  expect((await balances(employerId)).JobPosting).toBe(7)

  const page = await browser.open(`${path}?kind=JobPosting`)
  const asked = await browser.submit(page, `${path}/reverse`)
  expect(asked.text).toMatch(/Taken back by the platform.*Balance after it10/)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(asked, `${path}/reverse`, { confirmed: 'yes' })),
  )
  for (const each of pages) expect(each.text).toContain('is reversed. The balance of Job posting is 10')
  expect([(await balances(employerId)).JobPosting, (await entries(employerId)).length]).toEqual([10, 3])
})

test('a viewer reads; a direct post of anybody else is 403 and changes nothing (P-440)', async () => {
  const { employerId } = await system.employerWithUser('EmployerAdmin')
  const path = `/staff/employers/${employerId}`
  const viewer = await system.signedIn(await system.staff('viewer'))
  for (const each of ['/staff/employers', path, `${path}/credits`]) {
    const page = await viewer.open(each)
    expect([page.status, page.$('main form[method=post]').length]).toEqual([200, 0])
  }
  const admin = await system.signedIn(await system.employerWithUser('EmployerAdmin', { employerId }))
  for (const browser of [viewer, admin]) {
    const csrf = String((await browser.open('/')).$('[name=csrf]').attr('value'))
    const fields = {
      csrf,
      operation: 'x',
      name: 'Mine',
      email: 'a@b.example',
      role: 'Recruiter',
      confirmed: 'yes',
    }
    const credit = { kind: 'CvSearch', amount: '5', entryId: '1' }
    for (const action of ['/users', '/change', '/credits/grant', '/credits/reverse']) {
      expect((await browser.post(`${path}${action}`, { ...fields, ...credit })).status, action).toBe(403)
    }
    expect((await browser.post('/staff/employers/new', fields)).status).toBe(403)
    expect((await browser.open(`${path}/change`)).status).toBe(403)
  }
  expect((await admin.open(path)).status).toBe(403)
  expect([(await balances(employerId)).CvSearch, (await entries(employerId)).length]).toEqual([0, 0])
  for (const wrong of ['2000000000', '0', 'x']) {
    expect((await viewer.open(`/staff/employers/${wrong}`)).status, wrong).toBe(404)
  }
})

test('webhook does not run: the page of an employer says so and shows the rest (P-445)', async () => {
  const { employerId, name } = await system.employerWithUser('EmployerAdmin')
  const page = await (await operator()).open(`/staff/employers/${employerId}`)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('webhook did not answer')])
  expect(page.text).toContain(name)
})
