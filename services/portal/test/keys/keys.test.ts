import { beforeAll, expect, test } from 'vitest'
import type { User } from '../../src/person/person.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import type { OpenPage, Visitor } from '../support/visitor.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

interface StoredKey {
  id: number
  name: string
  status: string
  scopes: string[]
  userId: number | null
  expiresAt: string | null
  lastFour: string
}

async function admin(): Promise<{ person: User; browser: Visitor }> {
  const person = await system.employerWithUser('EmployerAdmin')
  return { person, browser: await system.signedIn(person) }
}
const keysOf = async ({ employerId }: User) =>
  (await system.admin.get<StoredKey[]>(`/admin/v1/employers/${employerId}/api-keys`)).body
const change = (employerId: number, fields: object) =>
  system.admin.put(`/admin/v1/employers/${employerId}`, fields)
const textOf = ({ $ }: OpenPage) => $('.jb-secret pre').first().text()
const fields = { name: 'Careers page', scopes: ['JobPosting', 'Webhooks'] }

async function mint(browser: Visitor, more: object = {}): Promise<OpenPage> {
  return browser.submit(await browser.open('/keys/new'), '/keys/new', { ...fields, ...more })
}

test('a key is minted with its scopes, its user and its last day, and works at once', async () => {
  const { person, browser } = await admin()
  await change(person.employerId, { hasActiveContract: true })
  expect((await browser.open('/keys')).$('.jb-empty a[href="/keys/new"]')).toHaveLength(1)
  const form = await browser.open('/keys/new')
  expect(form.$('[name=userId] option[selected]').attr('value')).toBe(String(person.id))
  const page = await browser.submit(form, '/keys/new', { ...fields, expiresAt: '2099-12-31' })
  expect([page.status, page.path]).toEqual([200, '/keys/new'])
  const apiKey = textOf(page)
  expect(apiKey).toMatch(/^pk_live_\w{42}$/)
  expect(page.$('.jb-secret').text()).toContain(`API_KEY=${apiKey}\ncurl`)
  expect(page.text).toContain('You will not see it again')
  const [key] = await keysOf(person)
  expect(key).toMatchObject({
    ...fields,
    status: 'Active',
    userId: person.id,
    expiresAt: '2099-12-31T23:59:59.999Z',
  })
  const called = await system.network.api(apiKey).get('/api/v1/key')
  expect([called.status, called.body.id]).toEqual([200, key!.id])
  const list = await browser.open('/keys')
  expect(list.$('tbody tr').text()).toMatch(/Careers page.*Active.*JobPosting.*Webhooks.*Ada EmployerAdmin/)
  for (const path of ['/keys', `/keys/${key!.id}`]) {
    expect((await browser.open(path)).source).not.toContain(apiKey)
  }
})

test('10 identical posts mint one key, and each shows it (P-485)', async () => {
  const { person, browser } = await admin()
  const form = await browser.open('/keys/new')
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(form, '/keys/new', fields)),
  )
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(pages.map(textOf)).size).toBe(1)
  expect(textOf(pages[0]!)).toMatch(/^pk_live_/)
  expect(await keysOf(person)).toHaveLength(1)
})

test('a reload shows the key again until it is used; then it is gone, and the form stays for another one (P-485)', async () => {
  const { person, browser } = await admin()
  await change(person.employerId, { isTrustedPartner: true })
  const form = await browser.open('/keys/new')
  const first = textOf(await browser.submit(form, '/keys/new', fields))
  expect(textOf(await browser.submit(form, '/keys/new', fields))).toBe(first)
  const [key] = await keysOf(person)
  await system.admin.post(`/admin/v1/api-keys/${key!.id}/rotate`, { overlapSeconds: 60 })
  const gone = await browser.submit(form, '/keys/new', fields)
  expect([gone.status, gone.source.includes(first)]).toEqual([422, false])
  expect(gone.text).toContain('Its text cannot be shown again')
  expect(gone.$('[name=name]').attr('value')).toBe('Careers page')
  expect(await keysOf(person)).toHaveLength(2)
  expect((await browser.submit(gone, '/keys/new')).text).toContain('Your new key')
  expect(await keysOf(person)).toHaveLength(3)
})

test('what waits for a review stands there before the click, and why afterwards (D-15)', async () => {
  const { person, browser } = await admin()
  const { employerId } = person
  const hints = async () => {
    const { $ } = await browser.open('/keys/new')
    return Object.fromEntries(
      ['JobPosting', 'CvSearch'].map((scope) => [
        scope,
        $(`[name=scopes][value=${scope}]`).parent().find('strong').text(),
      ]),
    )
  }
  const [waits, atOnce] = ['Waits for review first.', 'Works at once.']
  expect(await hints()).toEqual({ JobPosting: waits, CvSearch: waits })
  const page = await mint(browser)
  expect(page.text).toContain('neither an active contract nor a credit')
  await system.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'CvSearch', amount: 1 })
  expect(await hints()).toEqual({ JobPosting: atOnce, CvSearch: waits })
  expect((await mint(browser, { scopes: ['CvSearch'] })).text).toContain('Every key with CvSearch')
  await change(employerId, { isTrustedPartner: true })
  expect(await hints()).toEqual({ JobPosting: atOnce, CvSearch: atOnce })
  expect((await mint(browser, { scopes: ['CvSearch'] })).text).toContain('can be used now')

  const [, waiting] = await keysOf(person)
  expect((await browser.open('/keys')).text).toContain('Waiting for review')
  const reason = 'Say what <b>searches</b>.'
  const refused = await system.admin.post(`/admin/v1/api-keys/${waiting!.id}/refuse`, { reason })
  expect(refused.status).toBe(200)
  expect((await browser.open('/keys?state=ended')).text).toContain('Refused')
  const shown = await browser.open(`/keys/${waiting!.id}`)
  expect(shown.$('blockquote').text()).toBe(reason)
  expect(shown.$('form[action$=rotate], form[action$=revoke]')).toHaveLength(0)
})

test('what is wrong stands beside its field, what was typed stays, and nothing is minted', async () => {
  const { person, browser } = await admin()
  const others = await system.employerWithUser('Recruiter')
  for (const [field, more] of [
    ['name', { name: ' ' }],
    ['scopes', { scopes: undefined }],
    ['scopes', { scopes: ['JobPosting', 'All'] }],
    ['expiresAt', { expiresAt: '2020-01-01' }],
    ['expiresAt', { expiresAt: 'x'.repeat(5_000) }],
    ['userId', { userId: 'x' }],
  ] as const) {
    const page = await mint(browser, { ...more, zone: 'UTC' })
    expect([page.status, page.$(`#field-${field}-error`).length], field).toEqual([422, 1])
    expect(page.title).toMatch(/^Error: /)
    if (field !== 'name') expect(page.$('[name=name]').attr('value')).toBe('Careers page')
  }
  const foreign = await mint(browser, { userId: String(others.id) })
  expect([foreign.status, foreign.text]).toEqual([422, expect.stringContaining('user of this employer')])
  expect(await keysOf(person)).toEqual([])
})

test('a key is replaced with an overlap, once for 10 identical posts; the page says until when the old one works', async () => {
  const { person, browser } = await admin()
  await change(person.employerId, { hasActiveContract: true })
  await mint(browser)
  const [old] = await keysOf(person)
  const path = `/keys/${old!.id}/rotate`
  const page = await browser.open(`/keys/${old!.id}`)
  const pages = await Promise.all(
    Array.from({ length: 10 }, () => browser.clone().submit(page, path, { overlap: '3600' })),
  )
  expect(new Set(pages.map(textOf)).size).toBe(1)
  const [shown] = pages
  expect(shown!.text).toContain('The old key works until')
  const [next, before, ...more] = await keysOf(person)
  expect([next!.name, before!.id, more]).toEqual(['Careers page', old!.id, []])
  expect(shown!.$('main time').attr('datetime')).toBe(before!.expiresAt)
  expect((await system.network.api(textOf(shown!)).get('/api/v1/key')).status).toBe(200)
  // People find a key by its last characters, and the key that came before or after it.
  const endOf = ({ lastFour }: StoredKey) => `pk_live_…${lastFour}`
  expect(endOf(next!)).toBe(`pk_live_…${textOf(shown!).slice(-4)}`)
  const list = await browser.open('/keys')
  expect(list.$('tbody tr').eq(0).text()).toContain(`${endOf(next!)}replaces ${endOf(before!)}`)
  expect(list.$('tbody tr').eq(1).text()).toContain(`${endOf(before!)}replaced by ${endOf(next!)}`)
  expect((await browser.open(`/keys/${next!.id}`)).text).toContain(`replaces ${endOf(before!)}`)
  const again = await browser.submit(await browser.open(`/keys/${old!.id}`), path)
  expect([again.status, again.text]).toEqual([422, expect.stringContaining(`replaced by key ${next!.id}`)])
})

test('"no longer" needs its own tick, and then the old key has ended', async () => {
  const { person, browser } = await admin()
  await mint(browser)
  const [old] = await keysOf(person)
  const path = `/keys/${old!.id}/rotate`
  const page = await browser.open(`/keys/${old!.id}`)
  const asked = await browser.submit(page, path, { overlap: '0' })
  expect([asked.status, asked.$('#field-stop-error').length]).toEqual([422, 1])
  expect((await browser.submit(page, path, { overlap: '7' })).$('#field-overlap-error')).toHaveLength(1)
  expect(await keysOf(person)).toHaveLength(1)
  const done = await browser.submit(asked, path, { overlap: '0', stop: 'yes' })
  expect(done.text).toContain('The old key does not work any more.')
  expect((await keysOf(person)).map(({ status }) => status)).toEqual(['PendingApproval', 'Revoked'])
})

test('revoking asks first, and says what it did, also the second time', async () => {
  const { person, browser } = await admin()
  await mint(browser)
  const [key] = await keysOf(person)
  const page = await browser.open(`/keys/${key!.id}`)
  const path = `/keys/${key!.id}/revoke`
  const asked = await browser.submit(page, path)
  expect([asked.status, asked.text]).toEqual([422, expect.stringContaining('Nothing was done yet')])
  expect((await keysOf(person))[0]!.status).toBe('PendingApproval')
  for (let n = 0; n < 2; n++) {
    const done = await browser.submit(page, path, { confirmed: 'yes' })
    expect([done.path, done.text]).toEqual(['/keys', expect.stringContaining('Careers page is revoked')])
  }
  expect((await keysOf(person))[0]!.status).toBe('Revoked')
})

test('calls of a key by day and by group, refused ones too', async () => {
  const { person, browser } = await admin()
  await mint(browser)
  const [key] = await keysOf(person)
  expect((await browser.open(`/keys/${key!.id}`)).text).toContain('No calls in these days')
  const { sql } = system.network.services.accounts.deps.db
  await sql`
    insert into key_usage (key_id, day, family, ok, client_errors, rate_limited, server_errors)
    select ${key!.id}, (now() at time zone 'utc')::date - d, f, 10, 2, 1, 0
    from generate_series(0, 29) d, unnest(array['jobs', 'employer']) f`
  const page = await browser.open(`/keys/${key!.id}`)
  const stats = page
    .$('.jb-stat dd:nth-of-type(1)')
    .map((_, value) => page.$(value).text())
    .get()
  expect(stats).toEqual(['780', '600', '180', '0'])
  expect(page.$('.jb-chart svg rect').length).toBeGreaterThan(60)
  expect(page.$('.jb-numbers tbody tr')).toHaveLength(30)
})
