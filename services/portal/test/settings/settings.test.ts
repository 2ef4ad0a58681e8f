import { signUnsubscribe } from '@jobboard/service/auth/unsubscribe-link'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/person/person.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'

let mails: MailServer
let system: PortalSystem
beforeAll(async () => {
  mails = await startMailServer()
  system = await openPortalSystem({ env: { SMTP_URL: mails.url } })
})
afterAll(async () => {
  await system?.stop()
  await mails?.stop()
})

const mailSettings = async ({ employerId, id }: User) =>
  (await system.admin.get(`/admin/v1/employers/${employerId}/users/${id}/mail-settings`)).body

test('an EmployerAdmin changes name, time zone and threshold; a wrong one is said at its field (P-640)', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const browser = await system.signedIn(admin)
  const page = await browser.open('/settings')
  const wanted = { name: 'Fell <Lamps>', timeZone: 'Asia/Kathmandu', creditThreshold: '40' }
  const saved = await browser.submit(page, '/settings/employer', wanted)
  expect([saved.path, saved.text]).toEqual(['/settings', expect.stringContaining('The settings are saved.')])
  const path = `/admin/v1/employers/${admin.employerId}/settings`
  expect((await system.admin.get(path)).body).toEqual({ ...wanted, creditThreshold: 40 })
  const refused = await browser.submit(saved, '/settings/employer', { ...wanted, timeZone: 'Mars/Olympus' })
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Must be the name of a time zone'),
  ])
  // Without script nothing names the zone of the browser.
  expect((await browser.open('/account')).source).toContain('Times are in the zone Asia/Kathmandu')
  browser.cookies.set('zone', 'Europe/Paris')
  expect((await browser.open('/account')).source).toContain('Times are in the zone Europe/Paris')
})

test('each chooses the own mails; what a role cannot get is not offered and stays as it is', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const recruiter = await system.employerWithUser('Recruiter', { employerId: admin.employerId })
  const browser = await system.signedIn(recruiter)
  const page = await browser.open('/settings')
  expect(page.$('form[action="/settings/employer"], input[name=keys]').length).toBe(0)
  await browser.submit(page, '/settings/my-mails', { applications: 'at_once' })
  const all = { applications: 'daily', keys: true, credits: true, webhooks: true, isSending: true }
  expect([await mailSettings(recruiter), await mailSettings(admin)]).toEqual([
    { ...all, applications: 'at_once' },
    all,
  ])
  const adminBrowser = await system.signedIn(admin)
  await adminBrowser.submit(await adminBrowser.open('/settings'), '/settings/my-mails', {
    keys: undefined,
    webhooks: undefined,
  })
  expect(await mailSettings(admin)).toEqual({ ...all, keys: false, webhooks: false })
})

test('the page of what was sent names person, subject and state, and no address (P-640)', async () => {
  const admin = await system.employerWithUser('EmployerAdmin')
  const { body: key } = await system.admin.post<{ id: number }>(
    `/admin/v1/employers/${admin.employerId}/api-keys`,
    { name: 'ATS', scopes: ['CvSearch'] },
  )
  await system.admin.post(`/admin/v1/api-keys/${key.id}/approve`)
  const browser = await system.signedIn(admin)
  const page = await eventually('the mail is sent', async () => {
    const found = await browser.open('/settings/mails')
    return found.$('tbody').text().includes('sent') && found
  })
  expect(page.$('tbody tr').text()).toMatch(/Ada EmployerAdmin.*A key.*sent/s)
  expect(page.text).not.toContain(admin.email)
  const [mail] = mails.mails.filter(({ recipients }) => recipients.includes(admin.email))
  expect(mail!.source).toContain(`${system.baseUrl}/keys/${key.id}`)
})

test('200: the link of a mail ends such mails by POST alone, without cookie, as mail programs send it (P-642, RFC 8058)', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const path = `/unsubscribe/${signUnsubscribe(TEST_CALLER_SECRET, { userId: person.id, kind: 'applications' })}`
  const browser = system.visitor()
  const page = await browser.open(path)
  expect([page.status, page.text, browser.cookies.size]).toEqual([
    200,
    expect.stringContaining('Press the button, and you get no more mails about new applications'),
    0,
  ])
  expect((await mailSettings(person)).applications).toBe('daily')
  const oneClick = new FormData()
  oneClick.set('List-Unsubscribe', 'One-Click')
  for (const body of [oneClick, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
    const response = await fetch(new URL(path, system.baseUrl), { method: 'POST', body, redirect: 'manual' })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('no more mails')])
    expect((await mailSettings(person)).applications).toBe('off')
  }
  expect((await browser.submit(page, path)).status).toBe(200)
  expect(await mailSettings(person)).toMatchObject({ keys: true, credits: true, webhooks: true })
})

test('404: a forged link ends nothing (P-642)', async () => {
  const person = await system.employerWithUser('EmployerAdmin')
  const token = signUnsubscribe(TEST_CALLER_SECRET, { userId: person.id, kind: 'keys' })
  const [payload, signature] = token.split('.')
  const forged = [
    `${person.id}-webhooks.${signature}`,
    `${person.id + 1}-keys.${signature}`,
    `${payload}.${'A'.repeat(43)}`,
    signUnsubscribe('another-secret-0123456789-0123456789', { userId: person.id, kind: 'keys' }),
    `${token}x`,
    payload!,
    'x'.repeat(1_900),
  ]
  for (const one of forged) {
    const response = await fetch(new URL(`/unsubscribe/${one}`, system.baseUrl), { method: 'POST' })
    expect([one.slice(0, 60), response.status]).toEqual([one.slice(0, 60), 404])
  }
  expect(await mailSettings(person)).toMatchObject({ keys: true, webhooks: true })
})
