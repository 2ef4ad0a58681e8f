import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../../src/person/person.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import type { OpenPage, Visitor } from '../support/visitor.ts'

let mails: MailServer
let system: PortalSystem
beforeAll(async () => {
  mails = await startMailServer()
  system = await openPortalSystem({ env: { SMTP_URL: mails.url } })
})
beforeEach(() => mails.behave('take'))
afterAll(async () => {
  await system?.stop()
  await mails?.stop()
})

interface StoredUser {
  id: number
  name: string
  email: string
  role: string
}

async function admin(): Promise<{ person: User; browser: Visitor }> {
  const person = await system.employerWithUser('EmployerAdmin')
  return { person, browser: await system.signedIn(person) }
}
const usersOf = async ({ employerId }: User) =>
  (await system.admin.get<StoredUser[]>(`/admin/v1/employers/${employerId}/users`)).body
const mailsTo = (email: string) => mails.mails.filter(({ recipients }) => recipients.includes(email))
const keysOf = async ({ employerId }: User) =>
  (
    await system.admin.get<{ id: number; name: string; status: string; userId: number | null }[]>(
      `/admin/v1/employers/${employerId}/api-keys`,
    )
  ).body
let count = 0
const newAddress = () => `grace.${++count}@people.example`

async function invite(browser: Visitor, more: object = {}): Promise<OpenPage> {
  const form = await browser.open('/users/new')
  return browser.submit(form, '/users/new', {
    name: 'Grace',
    email: newAddress(),
    role: 'Recruiter',
    ...more,
  })
}

test('10 identical posts add one person and send one mail, which signs nobody in (P-486)', async () => {
  const { person, browser } = await admin()
  const form = await browser.open('/users/new')
  const fields = { name: 'Grace <b>Hopper</b>', email: newAddress(), role: 'Interviewer' }
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(form, '/users/new', fields)),
  )
  for (const { path, text } of pages) {
    expect([path, text]).toEqual(['/users', expect.stringContaining('Grace <b>Hopper</b> was added')])
  }
  const [added, ...others] = await usersOf(person)
  expect([added, others.length]).toEqual([{ ...added, ...fields }, 1])
  expect(mailsTo(fields.email)).toHaveLength(1)
  const { source } = mailsTo(fields.email)[0]!
  expect(source).toContain(`${system.baseUrl}/sign-in\n`)
  expect(source).toContain('Fjord & Fell')
  expect(source).not.toMatch(/sign-in\/|Grace|Ada|\d{4} \d{4}/)
  expect(pages.some(({ text }) => text.includes('the mail with the link to the sign-in was sent'))).toBe(true)
  expect((await browser.open('/users')).$('tbody tr').first().text()).toMatch(
    /Grace <b>Hopper<\/b>.*Interviewer/,
  )
})

test('a mail server that takes nothing: the person is added, and the page says what to do', async () => {
  const { person, browser } = await admin()
  mails.behave('refuse')
  const page = await invite(browser)
  expect(page.text).toContain('the mail server did not take the mail')
  expect(page.text).toContain(`${system.baseUrl}/sign-in`)
  const [added] = await usersOf(person)
  mails.behave('take')
  const shown = await browser.open(`/users/${added!.id}`)
  const again = await browser.submit(shown, `/users/${added!.id}/invite`)
  expect(again.text).toContain('The invitation was sent again.')
  expect(mailsTo(added!.email)).toHaveLength(1)
})

test('an address gets at most 3 invitations an hour, also at once (P-486)', async () => {
  const { person, browser } = await admin()
  await invite(browser)
  const [added] = await usersOf(person)
  const shown = await browser.open(`/users/${added!.id}`)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(shown, `/users/${added!.id}/invite`)),
  )
  expect(pages.filter(({ text }) => text.includes('was sent again'))).toHaveLength(2)
  expect(pages.filter(({ text }) => text.includes('Not sent: at most 3'))).toHaveLength(8)
  expect(mailsTo(added!.email)).toHaveLength(3)
})

test('the invitations of an employer to an address take none from those of another employer (P-486)', async () => {
  const email = newAddress()
  const [one, two] = [await admin(), await admin()]
  await invite(one.browser, { email })
  const path = `/users/${(await usersOf(one.person))[0]!.id}/invite`
  const shown = await one.browser.open(path.slice(0, -'/invite'.length))
  for (let sent = 1; sent < 5; sent++) await one.browser.submit(shown, path)
  expect(mailsTo(email)).toHaveLength(3)
  expect((await invite(two.browser, { email })).text).toContain('was sent')
  expect(mailsTo(email)).toHaveLength(4)
})

test('who was invited is not invited again: the form says which user it is, and sends nothing (P-34)', async () => {
  const { person, browser } = await admin()
  const email = newAddress()
  await invite(browser, { email })
  const [added] = await usersOf(person)
  const again = await invite(browser, { email: email.toUpperCase(), name: 'Gracie' })
  expect([again.status, again.$('#field-email-error').text()]).toEqual([
    422,
    expect.stringContaining(`User ${added!.id} of this employer has this address; change that user`),
  ])
  expect(again.$('[name=name]').attr('value')).toBe('Gracie')
  expect([
    (await usersOf(person)).length,
    mails.mails.filter(({ source }) => source.includes('Invitation') && source.toLowerCase().includes(email))
      .length,
  ]).toEqual([2, 1])
})

test('without a mail server the page says where they sign in, and shows no link that does it', async () => {
  const bare = await openPortalSystem()
  try {
    const browser = await bare.signedIn(await bare.employerWithUser('EmployerAdmin'))
    const form = await browser.open('/users/new')
    const said = `sign in at ${bare.baseUrl}/sign-in with this e-mail address`
    expect(form.text).toContain(said)
    const page = await browser.submit(form, '/users/new', { name: 'Grace', email: newAddress() })
    expect(page.text).toContain(said)
    expect(page.source).not.toContain('/sign-in/')
    const to = String(page.$('tbody a').first().attr('href'))
    expect((await browser.open(to)).$('form[action$=invite]')).toHaveLength(0)
  } finally {
    await bare.stop()
  }
})

test('what is wrong stands beside its field, and what was typed stays', async () => {
  const { person, browser } = await admin()
  for (const [field, more] of [
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['email', { email: 'nobody' }],
    ['role', { role: 'Owner' }],
  ] as const) {
    const page = await invite(browser, more)
    expect([field, page.status, page.$(`#field-${field}-error`).length]).toEqual([field, 422, 1])
    expect(page.$('[name=name]').attr('value')).toBe('name' in more ? more.name.trim() || ' ' : 'Grace')
  }
  expect(await usersOf(person)).toHaveLength(1)
})

test('a changed role counts from the next click on; the address stays', async () => {
  const { person, browser } = await admin()
  const other = await system.employerWithUser('EmployerAdmin', { employerId: person.employerId })
  const theirs = await system.signedIn(other)
  expect((await theirs.open('/keys')).status).toBe(200)
  const path = `/users/${other.id}`
  const page = await browser.submit(await browser.open(path), path, { name: 'Mary', role: 'Recruiter' })
  expect([page.path, page.text]).toEqual([path, expect.stringContaining('The changes are saved')])
  expect((await theirs.open('/keys')).status).toBe(403)
  const stored = (await usersOf(person)).find(({ id }) => id === other.id)
  expect(stored).toMatchObject({ name: 'Mary', role: 'Recruiter', email: other.email })
})

test('removing asks first, names the keys that stay, and ends the sessions at once; also for 10 posts', async () => {
  const { person, browser } = await admin()
  const other = await system.employerWithUser('Recruiter', { employerId: person.employerId })
  const theirs = await system.signedIn(other)
  expect((await theirs.open('/account')).path).toBe('/account')
  await system.admin.put(`/admin/v1/employers/${person.employerId}`, { isTrustedPartner: true })
  const key = { name: 'ATS <sync>', scopes: ['JobPosting'], userId: other.id }
  await system.admin.post(`/admin/v1/employers/${person.employerId}/api-keys`, key)
  const path = `/users/${other.id}/remove`
  const page = await browser.open(`/users/${other.id}`)
  expect(page.$('main a[href^="/keys/"]').text()).toBe('ATS <sync>')
  const asked = await browser.submit(page, path)
  expect([asked.status, (await usersOf(person)).length]).toEqual([422, 2])
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, path, { confirmed: 'yes' })),
  )
  for (const { path: at, text } of pages)
    expect([at, text]).toEqual(['/users', expect.stringContaining('The user was removed')])
  expect((await usersOf(person)).map(({ id }) => id)).toEqual([person.id])
  expect((await theirs.open('/account')).path).toMatch(/^\/sign-in/)
  expect((await browser.open('/keys')).text).not.toContain('who was removed')
  const [kept] = await keysOf(person)
  expect(kept).toMatchObject({ name: 'ATS <sync>', status: 'Active', userId: null })
})

test('the keys of a removed person move to another user, or are revoked, as the form says; also for 10 posts (D-67)', async () => {
  const { person, browser } = await admin()
  const { employerId } = person
  await system.admin.put(`/admin/v1/employers/${employerId}`, { isTrustedPartner: true })
  for (const keys of ['move', 'revoke'] as const) {
    const other = await system.employerWithUser('Recruiter', { employerId })
    for (const name of ['one', 'two']) {
      const key = { name: `${keys} ${name}`, scopes: ['JobPosting'], userId: other.id }
      await system.admin.post(`/admin/v1/employers/${employerId}/api-keys`, key)
    }
    const path = `/users/${other.id}/remove`
    const page = await browser.open(`/users/${other.id}`)
    expect(page.$('select[name=keyUser] option').text()).not.toContain(other.name)
    if (keys === 'move') {
      for (const keyUser of ['', String(other.id), '2000000000', 'x']) {
        const refused = await browser.submit(page, path, { confirmed: 'yes', keys, keyUser })
        expect([refused.status, refused.$('#field-keyUser-error').length]).toEqual([422, 1])
      }
      expect(await usersOf(person)).toHaveLength(2)
    }
    const fields = { confirmed: 'yes', keys, keyUser: String(person.id) }
    const pages = await Promise.all(
      Array.from({ length: 10 }, () => browser.clone().submit(page, path, fields)),
    )
    for (const { path: at, text } of pages)
      expect([at, text]).toEqual(['/users', expect.stringContaining('The user was removed')])
    const changed = (await keysOf(person)).filter(({ name }) => name.startsWith(keys))
    const wanted = keys === 'move' ? { status: 'Active', userId: person.id } : { status: 'Revoked' }
    expect(changed).toMatchObject([wanted, wanted])
  }
})

test('a key without a user is moved to one on its own page (D-67)', async () => {
  const { person, browser } = await admin()
  const { employerId } = person
  await system.admin.put(`/admin/v1/employers/${employerId}`, { isTrustedPartner: true })
  await system.admin.post(`/admin/v1/employers/${employerId}/api-keys`, {
    name: 'ATS',
    scopes: ['JobPosting'],
  })
  const [key] = await keysOf(person)
  const page = await browser.open(`/keys/${key!.id}`)
  expect(page.text).toContain('The key has no user')
  const refused = await browser.submit(page, `/keys/${key!.id}/user`, { userId: '' })
  expect([refused.status, refused.$('#field-userId-error').length]).toEqual([422, 1])
  const moved = await browser.submit(page, `/keys/${key!.id}/user`, { userId: String(person.id) })
  expect([moved.path, moved.text]).toEqual([
    `/keys/${key!.id}`,
    expect.stringContaining('that of this user now'),
  ])
  expect(await keysOf(person)).toMatchObject([{ userId: person.id }])
})

test('the last EmployerAdmin can neither be removed nor lose the role', async () => {
  const { person, browser } = await admin()
  await system.employerWithUser('Recruiter', { employerId: person.employerId })
  const path = `/users/${person.id}`
  const page = await browser.open(path)
  expect(page.text).toContain('you will be signed out')
  const demoted = await browser.submit(page, path, { role: 'Recruiter' })
  expect([demoted.status, demoted.$('#field-role-error').text()]).toEqual([
    422,
    expect.stringContaining('Make another user EmployerAdmin first'),
  ])
  const removed = await browser.submit(page, `${path}/remove`, { confirmed: 'yes' })
  expect([removed.status, removed.text]).toEqual([422, expect.stringContaining('last EmployerAdmin')])
  expect(await usersOf(person)).toHaveLength(2)
})

test('who gives up the own role goes to the start page; who removes themselves is signed out', async () => {
  const { person, browser } = await admin()
  await system.employerWithUser('EmployerAdmin', { employerId: person.employerId })
  const path = `/users/${person.id}`
  const page = await browser.open(path)
  const left = await browser.clone().submit(page, path, { role: 'EmployerAdmin', name: 'Ada' })
  expect(left.path).toBe(path)
  const removed = await browser.submit(page, `${path}/remove`, { confirmed: 'yes' })
  expect(removed.path).toMatch(/^\/sign-in/)
})
