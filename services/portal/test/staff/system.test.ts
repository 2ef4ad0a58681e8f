import { eventually } from '@jobboard/testkit/eventually'
import { bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OpenPage, openVisitor, type Visitor } from '../support/visitor.ts'
import { atOnce, openStaffPages, type StaffPages } from './staff-system.ts'

let pages: StaffPages
let operator: Visitor
beforeAll(async () => {
  pages = await openStaffPages()
  operator = pages.asOperator
})
afterAll(() => pages?.system.stop())

test('each replica has a row: ready or down with what that means; the rest of the page is there', async () => {
  const page = await pages.asViewer.open('/staff/system')
  expect(page.status).toBe(200)
  const row = (service: string) =>
    page
      .$('tbody tr')
      .filter((_, tr) => page.$(tr).find('td').first().text() === service)
      .text()
  expect(row('jobs')).toMatch(/Ready.*agrees/s)
  expect(row('candidate')).toMatch(/No answer.*Candidates cannot apply/s)
  expect(row('gateway')).toMatch(/Ready.*1 gateway counts.*agrees/s)
  expect(page.$('tbody').last().find('tr')).toHaveLength(7)
})

test('every gateway has a row: each URL, each address of a host name, and one that is down or that DNS lacks', async () => {
  const { gateway, services } = pages.system.network
  const GATEWAY_URL = `${gateway.adminUrl},http://127.0.0.1:9,http://gateway.invalid:8081`
  const portal = await bootPortal(services, {
    databaseUrl: pages.system.portal.databaseUrl,
    env: { GATEWAY_URL, PORTAL_BASE_URL: pages.system.baseUrl },
  })
  onTestFinished(() => portal.stop())
  const cookies = new Map(pages.asViewer.cookies)
  const page = await openVisitor(portal.pagesUrl, { cookies }).open('/staff/system')
  const rows = page
    .$('tbody tr')
    .filter((_, tr) => page.$(tr).find('td').first().text() === 'gateway')
    .map((_, tr) => page.$(tr).text())
    .get()
  expect(rows).toEqual([
    expect.stringContaining('Ready'),
    expect.stringMatching(/127\.0\.0\.1:9.*No answer.*Clients of this gateway/s),
    expect.stringMatching(/gateway\.invalid:8081.*No answer/s),
  ])
  const metrics = await operator.open('/staff/system/services/gateway?name=gateway_limiter')
  expect(metrics.text).toContain('gateway_limiter_members')
})

test('streams, leaders and consumers of the services that answer; what is behind is found without all', async () => {
  await pages.deadLetter(51)
  const page = await eventually('one leader of jobs', async () => {
    const found = await operator.open('/staff/system/streams')
    return found.text.match(/jobs ?[\d.]+ ?%|jobs ?\d/) ? found : undefined
  })
  expect(page.text).toMatch(/candidate ?No answer/)
  const behind = await eventually('the dead letter', async () => {
    const found = await operator.open('/staff/system/streams')
    return found.$('a[href="/staff/dead-letters?service=pipeline"]').length > 0 ? found : undefined
  })
  expect(behind.text).toMatch(/job ?pipeline/)
  expect(
    (await operator.open('/staff/system/streams?all=yes')).$('tbody').last().find('tr').length,
  ).toBeGreaterThan(5)
})

test('the metrics of a service, by a part of their name; one that is down says so', async () => {
  const page = await operator.open('/staff/system/services/jobs?name=relay_')
  expect(page.text).toContain('relay_unpublished')
  expect(page.text).not.toContain('consumer_pending')
  expect((await operator.open('/staff/system/services/candidate')).text).toContain('does not answer')
  expect((await operator.open('/staff/system/services/elsewhere')).status).toBe(404)
})

test('ten resyncs of one form at once start one, and its progress ends', async () => {
  const page = await operator.open('/staff/system/repair')
  const fields = { service: 'jobs', confirmed: 'yes' }
  const unticked = await operator.submit(page, '/staff/system/resync', { service: 'jobs' })
  expect([unticked.status, unticked.$('input[value=jobs]').attr('checked')]).toEqual([422, 'checked'])
  const sent = await atOnce(10, () => operator.clone().submit(page, '/staff/system/resync', fields))
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/staff/system/resync/jobs-1']))
  await eventually('its end', async () => (await operator.open(sent[0]!.path)).text.includes('Finished'))
  const jobs = pages.system.network.services.jobs.deps.db
  expect(await jobs.sql`select id from resync`).toHaveLength(1)
})

test('the past resyncs and rebuilds are listed with a link to each, in pages; what is missing is named', async () => {
  const { jobs, search } = pages.system.network.services
  await jobs.deps.db.sql`
    insert into resync (started_at, finished_at, done, total)
    select '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', '2026-01-02T00:00:00Z', n, n
    from generate_series(1, 30) as n`
  await search.deps.db.sql`
    insert into search_reindex (tokeniser_version, engine, reason, started_at, finished_at, total)
    select 1, 'postgres', 'lost', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', n from generate_series(1, 21) as n`
  const repair = await pages.asViewer.open('/staff/system/repair')
  const links = (page: OpenPage, kind: string) => page.$(`tbody a[href^="/staff/system/${kind}/"]`).length
  expect(links(repair, 'resync')).toBe(20)
  expect(repair.text).toMatch(/Resyncs until now.*candidate/)
  const second = await pages.asViewer.open(String(repair.$('a[rel=next]').attr('href')))
  expect(links(second, 'resync')).toBeGreaterThanOrEqual(10)
  const index = await pages.asViewer.open('/staff/system/search')
  expect(links(index, 'reindex')).toBe(20)
  expect(index.text).toContain('The index was lost on the search server')
  expect(links(await pages.asViewer.open('/staff/system/search?page=2'), 'reindex')).toBeGreaterThan(0)
  for (const path of ['repair?page=-1', 'repair?page=9999999', 'search?page=x', 'search?page=99999999999']) {
    expect([path, (await pages.asViewer.open(`/staff/system/${path}`)).status]).toEqual([path, 200])
  }
})

test('a replay says what is wrong beside the field, and keeps what was typed', async () => {
  const page = await operator.open('/staff/system/repair')
  const fields = { service: 'pipeline', since: '2020-01-01T00:00', confirmed: 'yes' }
  const old = await operator.submit(page, '/staff/system/replay', fields)
  expect([old.status, old.$('#field-since-error').text()]).toEqual([422, expect.stringContaining('14 days')])
  expect(old.$('input[name=since]').attr('value')).toBe('2020-01-01T00:00')
  const sent = await operator.submit(page, '/staff/system/replay', { service: 'pipeline', confirmed: 'yes' })
  expect(sent.path).toMatch(/^\/staff\/system\/replay\/pipeline-\d+$/)
})

test('the search index is rebuilt after a tick, once for ten forms; metrics are counted again', async () => {
  const page = await operator.open('/staff/system/search')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Serves searches')])
  const action = '/staff/system/reindex'
  expect((await operator.submit(page, action)).text).toContain('Nothing was done yet')
  const sent = await atOnce(10, () => operator.clone().submit(page, action, { confirmed: 'yes' }))
  const [path, ...others] = [...new Set(sent.map((each) => each.path))]
  expect([path, others]).toEqual([expect.stringMatching(/^\/staff\/system\/reindex\/\d+$/), []])
  await eventually('its end', async () => (await operator.open(path!)).text.includes('Finished'))
  const repair = await operator.open('/staff/system/repair')
  const counted = await operator.submit(repair, '/staff/system/metrics-rebuild', { confirmed: 'yes' })
  expect(counted.text).toContain('being counted again')
})

test('the audit: by actor, action, object and time; fields before and after; hostile texts stay texts', async () => {
  const name = '<img src=x onerror=alert(1)>\u202e'
  await pages.system.admin.post('/admin/v1/employers', { name })
  const page = await operator.open('/staff/audit?action=create-employer&actor=operator')
  expect(page.$('tbody tr').length).toBeGreaterThan(0)
  expect(page.source).not.toContain('<img src=x')
  expect(page.$('ins').text()).toContain(name)
  expect((await operator.open('/staff/audit?action=nothing')).text).toContain('No change matches')
  for (const query of [
    'since=never',
    'until=0099-01-01T00:00',
    'since=2026-01-02T00:00&until=2026-01-01T00:00',
  ]) {
    expect([query, (await operator.open(`/staff/audit?${query}`)).status]).toEqual([query, 422])
  }
})

test('deliveries: filters, and a wrong id beside its field; 404 for one that is none', async () => {
  expect((await pages.asViewer.open('/staff/deliveries?status=DeadLettered')).status).toBe(200)
  const wrong = await operator.open('/staff/deliveries?employerId=x')
  expect([wrong.status, wrong.$('#field-employerId-error').text()]).toEqual([422, 'Enter an id, such as 12.'])
  expect((await operator.open('/staff/deliveries/x')).status).toBe(404)
})
