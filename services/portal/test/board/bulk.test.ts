import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

const PATH = '/applications/bulk'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
  await system.network.services.pipeline
    .as({
      kind: 'recruiter',
      employerId: hiring.employerId,
      userId: null,
      keyId: 1,
      scopes: ['Applications'],
    })
    .put('/api/v1/rejection-reasons', [{ code: 'filled', label: 'Position filled' }])
})

const history = async (id: number) => (await hiring.read(id, '/history')).items
const apply = async (count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push(await hiring.apply())
  return ids
}
/** Ticks these in the list, without script, and presses a button. */
async function choose(ids: readonly number[], act: string, of: Hiring = hiring, path = '/applications') {
  const browser = of.browsers.Recruiter
  const page = await browser.open(path)
  for (const id of ids) expect(page.$(`input[form=bulk][name=ids][value=${id}]`)).toHaveLength(1)
  const back = String(page.$('#bulk [name=back]').val())
  const sent = new URLSearchParams([['back', back], ...ids.map((id) => ['ids', String(id)]), ['do', act]])
  expect(page.$(`#bulk button[name=do][value=${act}]`)).toHaveLength(1)
  return { browser, page: await browser.open(`${page.$('#bulk').attr('action')}?${sent}`) }
}

test('ticked in the list without script (D-70): rejected with a reason, after a page that says what will happen', async () => {
  const ids = await apply(3)
  const { browser, page } = await choose(ids, 'reject', hiring, '/applications?sort=name')
  expect([page.status, page.title]).toEqual([200, expect.stringContaining('Reject 3 applications')])
  const fields = { reason: 'filled', reasonText: 'In May', note: 'All at once' }
  const asked = await browser.submit(page, PATH, fields)
  expect([asked.status, asked.title]).toEqual([200, expect.stringContaining('Reject 3 applications?')])
  expect(asked.text).toMatch(/Nothing is done yet.*Position filled.*In May.*All at once/)
  for (const id of ids) expect((await hiring.read(id)).status).toBe('New')
  const clicks = await Promise.all(Array.from({ length: 5 }, () => browser.submit(asked, PATH)))
  for (const done of clicks) {
    expect([done.status, done.path]).toEqual([200, '/applications?sort=name'])
    expect(done.text).toContain('3 applications rejected.')
  }
  for (const id of ids) {
    expect(await history(id)).toMatchObject([
      {
        previousStatus: 'New',
        status: 'Rejected',
        note: 'All at once',
        authorUserId: hiring.people.Recruiter.id,
      },
    ])
    expect((await hiring.read(id)).rejectionReason).toMatchObject({ code: 'filled', text: 'In May' })
  }
})

test('moved, tagged and noted: each form acts once, the list says what was done', async () => {
  const ids = await apply(2)
  const { browser, page } = await choose(ids, 'move', hiring, `/jobs/${hiring.jobId}/board`)
  const nothing = await browser.submit(page, PATH, { status: '', note: 'x' })
  expect([nothing.status, nothing.$('#field-status-error').length]).toEqual([422, 1])
  const moved = await browser.submit(nothing, PATH, { status: 'Screened' })
  expect([moved.path, moved.text]).toEqual([
    `/jobs/${hiring.jobId}/board`,
    expect.stringContaining('2 applications moved to Screened.'),
  ])
  for (const id of ids) expect(await history(id)).toMatchObject([{ status: 'Screened', note: 'x' }])
  const tag = await choose(ids, 'tag')
  expect(
    (await browser.submit(tag.page, PATH, { addTags: 'x'.repeat(101) })).$('#field-addTags-error'),
  ).toHaveLength(1)
  expect((await browser.submit(tag.page, PATH, {})).$('#field-addTags-error')).toHaveLength(1)
  expect((await browser.submit(tag.page, PATH, { addTags: ' Pool, 2 ' })).text).toContain(
    '2 applications tagged.',
  )
  await browser.submit((await choose(ids, 'tag')).page, PATH, { removeTags: 'pool, 2', addTags: 'b' })
  const note = await choose(ids, 'note')
  expect((await browser.submit(note.page, PATH, { note: ' ' })).$('#field-note-error')).toHaveLength(1)
  const twice = await Promise.all([1, 2].map(() => browser.submit(note.page, PATH, { note: 'Call.' })))
  for (const done of twice) expect(done.text).toContain('2 applications noted.')
  for (const id of ids) {
    expect((await hiring.read(id)).tags).toEqual(['b'])
    expect(await hiring.read(id, '/notes')).toMatchObject([
      { text: 'Call.', authorUserId: hiring.people.Recruiter.id },
    ])
  }
})

test("the result names each that was left: moved meanwhile, another employer's, and one that does not exist", async () => {
  const [first, second] = (await apply(2)) as [number, number]
  const other = await openHiring(system)
  const foreign = await other.apply({ profile: { firstName: 'Secret', lastName: 'Stranger' } })
  const browser = hiring.browsers.Recruiter
  const query = [first, second, second, foreign, 2_000_000_000, 'x', '-1', '1e9']
    .map((id) => `ids=${id}`)
    .join('&')
  const page = await browser.open(`${PATH}?${query}&do=move&from=New`)
  expect(page.title).toContain('Move 4 applications')
  await hiring.move(second, 'Hired')
  const done = await browser.submit(page, PATH, { status: 'Screened' })
  expect([done.status, done.title]).toEqual([
    200,
    expect.stringContaining('1 of 4 applications moved to Screened.'),
  ])
  expect(done.text).toMatch(
    /3 applications left as they are.*Somebody moved it meanwhile.*Application \d+.*Application 2000000000/,
  )
  expect(done.source).not.toContain('Secret')
  expect([(await hiring.read(first)).status, (await hiring.read(second)).status]).toEqual([
    'Screened',
    'Hired',
  ])
  expect((await other.read(foreign)).status).toBe('New')
  const asked = await browser.submit(await browser.open(`${PATH}?${query}&do=reject`), PATH, {
    reason: 'filled',
  })
  expect(asked.text).toMatch(/Reject 2 applications\?.*2 applications left as they are/)
})

test('nothing and more than 100 chosen say so; 100 are one form; a back that is no list of this portal is none', async () => {
  const browser = hiring.browsers.Recruiter
  const chosen = (count: number) => Array.from({ length: count }, (_, n) => `ids=${1_000_000 + n}`).join('&')
  expect((await browser.open(`${PATH}?do=reject`)).text).toContain('Nothing is chosen')
  const many = await browser.open(`${PATH}?${chosen(101)}&do=reject`)
  expect([many.status, many.text]).toEqual([422, expect.stringContaining('Choose at most 100 at once.')])
  for (const back of [
    '//evil.example',
    'https://evil.example',
    '/sign-out',
    '/applications/../sign-out',
    '/jobs/1/boardx',
  ]) {
    const page = await browser.open(`${PATH}?${chosen(100)}&do=move&back=${encodeURIComponent(back)}`)
    expect([back, page.status, page.$('input[name=back]').val()]).toEqual([back, 200, '/applications'])
  }
  const page = await browser.open(`${PATH}?${chosen(100)}&do=move`)
  const sent = {
    csrf: String(page.$(`form[action="${PATH}"] [name=csrf]`).val()),
    do: 'move',
    status: 'Screened',
  }
  const ids = Array.from({ length: 101 }, (_, n) => String(1_000_000 + n))
  expect((await browser.post(PATH, { ...sent, ids })).status).toBe(422)
  expect((await browser.post(PATH, { ...sent, status: 'Nope', ids: '1' })).status).toBe(422)
})

test('undone by the script (P-468): back to the status of before with its reason; refused where somebody moved it meanwhile', async () => {
  const ids = await apply(2)
  const browser = hiring.browsers.Recruiter
  const reason = { rejectionReason: { code: 'filled', text: 'In May' } }
  for (const id of ids) await hiring.move(id, 'Rejected', reason)
  const page = await browser.open(`/jobs/${hiring.jobId}/board`)
  expect(JSON.parse(page.$(`input[value=${ids[0]}]`).attr('data-reason')!)).toEqual({
    code: 'filled',
    text: 'In May',
  })
  for (const id of ids) await hiring.move(id, 'Offered')
  await hiring.move(ids[1]!, 'Hired')
  const csrf = String(page.$('#undo [name=csrf]').val())
  const undo = { csrf, do: 'move', as: 'card', confirmed: 'yes', from: 'Offered', status: 'Rejected' }
  const sent = { ...undo, ids: ids.map(String), reason: 'filled', reasonText: 'In May' }
  const done = await browser.post(PATH, sent)
  const items = JSON.parse(done.$('[data-items]').attr('data-items')!)
  expect(items).toEqual([
    { id: ids[0], ok: true, status: 'Rejected' },
    { id: ids[1], ok: false },
  ])
  expect((await hiring.read(ids[0]!)).rejectionReason).toMatchObject(reason.rejectionReason)
  expect((await hiring.read(ids[1]!)).status).toBe('Hired')
})
