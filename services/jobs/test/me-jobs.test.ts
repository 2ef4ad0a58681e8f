import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { getOpenJob, listOpenJobs } from '../src/open-jobs/store.ts'
import { startMeJobs } from './support/me-jobs.ts'
import { DAY_MS, noSalary } from './support/setup.ts'

const jobs = await startMeJobs()

const list = (query = '') => jobs.candidate.get(`/api/v1/me/jobs?${query}`)

test('200: a published job is found, with what candidates may see of it and nothing else', async () => {
  const description = `Keep the\n\nlamp burning. ${'🌊'.repeat(400)}`
  const id = await jobs.publish({
    ...{ title: 'Keeper of Utsira', description, reference: 'internal-7' },
    ...{ applyMethod: 'EmailApply', applyEmailAddress: 'boss@example.test' },
  })
  await eventually('the job is found', async () => (await jobs.find('query=utsira')).length === 1)
  const own = (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
  const response = await list('query=utsira')
  expect(response.body).toEqual({
    items: [
      {
        ...{ id, title: 'Keeper of Utsira', employerName: 'Fjord Lamps', city: 'Bergen', country: 'NO' },
        ...{ employmentType: 'FullTime', remoteType: 'OnSite', ...noSalary },
        summary: `Keep the lamp burning. ${'🌊'.repeat(276)}…`,
        ...{ postedAt: own.postedDate, expiresAt: own.expiryDate },
      },
    ],
    nextCursor: null,
  })
})

test('a draft is never found; a closed job is gone with the response, an expired one at its expiryDate', async () => {
  const fields = { title: 'Bellringer', city: 'Grimstad' }
  await jobs.createDraft(1, fields)
  const [closed, expiring, open] = [
    await jobs.publish(fields),
    await jobs.publish(fields),
    await jobs.publish(fields, 20 * DAY_MS),
  ]
  await jobs.settled()
  const all = () => Promise.all(['query=bellringer', 'city=grimstad'].map(jobs.find))
  expect(await all()).toEqual([
    [open, expiring, closed],
    [open, expiring, closed],
  ])
  expect((await jobs.recruiter(1).delete(`/api/v1/jobs/${closed}`)).status).toBe(204)
  expect(await all()).toEqual([
    [open, expiring],
    [open, expiring],
  ])
  expect(await jobs.find('')).not.toContain(closed)
  jobs.deps.clock.advanceTo(jobs.deps.clock.now().getTime() - Date.now() + DAY_MS + 1)
  expect(await all()).toEqual([[open], [open]])
  expect(await jobs.find('')).not.toContain(expiring)
})

test('rows of ended jobs are removed', async () => {
  const id = await jobs.publish({}, DAY_MS)
  await jobs.settled()
  const { sql } = jobs.deps.db
  const rows = () => sql`select from active_job where job_id = ${id}`
  expect(await rows()).toHaveLength(1)
  await jobs.recruiter(1).delete(`/api/v1/jobs/${id}`)
  await eventually('the row is removed', async () => (await rows()).length === 0)
})

test('a changed job is found under its new words and filters, and no longer under the old ones', async () => {
  const id = await jobs.publish({ title: 'Cartographer', city: 'Vadsø', country: 'NO' })
  await jobs.settled()
  expect(await jobs.find('query=cartographer')).toEqual([id])
  const changes = { title: 'Hydrographer', city: 'Ystad', country: 'SE', employmentType: 'PartTime' }
  expect((await jobs.recruiter(1).put(`/api/v1/jobs/${id}`, changes)).status).toBe(200)
  await eventually(
    'it is found under its new title',
    async () => (await jobs.find('query=hydrographer')).length === 1,
  )
  for (const query of ['query=cartographer', 'city=Vads%C3%B8', 'query=hydrographer&country=NO']) {
    expect([query, await jobs.find(query)]).toEqual([query, []])
  }
  for (const query of ['city=ystad', 'query=hydrographer&country=SE&employmentType=PartTime']) {
    expect([query, await jobs.find(query)]).toEqual([query, [id]])
  }
})

test.each([
  ['query=C%2B%2B', true],
  ['query=c', false],
  ['query=RESUME', true],
  ['query=r%C3%A9sum%C3%A9', true],
  ['query=Node.js', true],
  ['query=node+c%2B%2B', true],
  ['query=strasse', true],
  ['query=troms%C3%B8', true],
  ['query=node+AND+(java+OR+kotlin)', true],
  ['query=node+-kotlin', false],
  ['query=node+-Deno.js', true],
  ['query=node+java', false],
  ['query=lamp%27s', false],
  ['query=%E5%B7%A5%E7%A8%8B%E5%B8%88', true],
  ['query=%E5%B7%A5%E4%BA%BA', false],
  ['query=equipe+software', true],
  ['city=TROMSO', true],
  ['city=troms', false],
  ['country=NO&remoteType=HybridRemote&employmentType=Internship', true],
  ['query=node&country=SE', false],
  ['query=node&remoteType=OnSite', false],
  ['query=node&employmentType=FullTime', false],
])('%s finds a job: %s (P-128: the words of CV search)', async (query, isFound) => {
  const [existing] = await jobs.deps.db.sql<{
    id: number
  }>`select id from job where title = 'C++ résumé parser'`
  const id =
    existing?.id ??
    (await jobs.publish({
      ...{
        title: 'C++ résumé parser',
        description: 'Node.js, Kotlin; Straße 7; chef d’équipe; 招聘软件工程师; soft\u2060ware',
        city: 'Tromsø',
      },
      ...{ country: 'NO', remoteType: 'HybridRemote', employmentType: 'Internship' },
    }))
  await jobs.settled()
  expect((await jobs.find(query)).includes(id)).toBe(isFound)
})

test.each([
  ['country=Norway', 'invalid_request', 'country:'],
  ['country=no', 'invalid_request', 'country:'],
  ['country=', 'invalid_request', 'country:'],
  ['country=NO&country=SE', 'invalid_request', 'country:'],
  ['remoteType=Remote', 'invalid_request', 'remoteType: must be one of OnSite, HybridRemote, FullyRemote'],
  ['employmentType=Fulltime', 'invalid_request', 'employmentType: must be one of FullTime'],
  ['city=', 'invalid_request', 'city: must contain a letter or a digit'],
  ['city=%00', 'invalid_request', 'city:'],
  ['limit=0', 'invalid_request', 'limit:'],
  ['limit=101', 'invalid_request', 'limit:'],
  ['limit=x', 'invalid_request', 'limit:'],
  ['cursor=', 'invalid_request', 'cursor:'],
  ['cursor=abc', 'invalid_request', 'cursor:'],
  [`cursor=${Buffer.from('1.2147483648').toString('base64url')}`, 'invalid_request', 'cursor:'],
  ['query=', 'invalid_query', 'query:'],
  ['query=%22sea+bell%22', 'invalid_query', 'query: Remove the quotation marks'],
  ['query=jav*', 'invalid_query', 'query: Write whole words'],
  ['query=-java', 'invalid_query', 'query:'],
  ['query=(java', 'invalid_query', 'query:'],
])('400: %s is refused by name', async (query, code, message) => {
  const response = await list(query)
  expect([response.status, response.body.code]).toEqual([400, code])
  expect(response.body.message).toContain(message)
})

test('400: a city of 201 and a query of 2,001 characters', async () => {
  const city = await list(`city=${'x'.repeat(201)}`)
  expect([city.status, city.body.message]).toEqual([400, 'city: must have at most 200 characters.'])
  const query = await list(`query=${'x'.repeat(2_001)}`)
  expect([query.status, query.body.code]).toEqual([400, 'invalid_query'])
})

test('401: a recruiter is unknown on these paths (D-12)', async () => {
  for (const path of ['/api/v1/me/jobs', '/api/v1/me/jobs/1']) {
    const response = await jobs.recruiter(1).get(path)
    expect([response.status, response.text]).toEqual([401, ''])
  }
})

test('a job is open until the millisecond before its expiryDate (D-25)', async () => {
  const id = await jobs.publish({ title: 'Timekeeper' })
  await jobs.settled()
  const { sql } = jobs.deps.db
  const [row] = await sql<{ expiryDate: Date }>`select expiry_date from job where id = ${id}`
  const idsAt = async (now: Date) => {
    const after = { at: new Date('9999-01-01'), id: 1 }
    const found = await Promise.all([
      listOpenJobs(sql, { conditions: [], after, limit: 1_000, now }),
      listOpenJobs(sql, { conditions: ["'timekeeper'"], after, limit: 10, now }),
    ])
    return found.map((page) => page.some((job) => job.id === id))
  }
  expect(await idsAt(new Date(row!.expiryDate.getTime() - 1))).toEqual([true, true])
  expect(await idsAt(row!.expiryDate)).toEqual([false, false])
  await expect(getOpenJob(sql, id, row!.expiryDate)).rejects.toMatchObject({ code: 'not_found' })
})

test('city is the whole name: another city with the same first word is not found (P-128)', async () => {
  const york = await jobs.publish({ title: 'Cartwright', city: 'New York' })
  const delhi = await jobs.publish({ title: 'Cartwright', city: 'New Delhi' })
  await jobs.settled()
  for (const [city, ids] of [
    ['new+york', [york]],
    ['NEW-DELHI', [delhi]],
    ['new', []],
    ['york+new', []],
    ['new+york+city', []],
  ] as const) {
    expect([city, await jobs.find(`query=cartwright&city=${city}`)]).toEqual([city, ids])
  }
})

test('a job is found by a city whose words are longer than a lexeme', async () => {
  const city = 'ﷺ'.repeat(60)
  const id = await jobs.publish({ title: 'Calligrapher', city })
  await jobs.settled()
  expect(await jobs.find(`city=${encodeURIComponent(city)}`)).toEqual([id])
  expect(await jobs.find(`city=${encodeURIComponent(`${city}ﷺ`)}`)).toEqual([])
})

test('a job that cannot be listed delays no other, and is tried again', async () => {
  const { sql } = jobs.deps.db
  await sql`alter table active_job add constraint no_stoker check (not terms @@ 'stoker')`
  const refused = await jobs.publish({ title: 'Stoker' })
  const other = await jobs.publish({ title: 'Deckhand' })
  await eventually('the other job', async () => (await jobs.find('query=deckhand')).includes(other))
  expect(await jobs.find('query=stoker')).toEqual([])
  await sql`alter table active_job drop constraint no_stoker`
  await jobs.settled()
  expect(await jobs.find('query=stoker')).toEqual([refused])
})
