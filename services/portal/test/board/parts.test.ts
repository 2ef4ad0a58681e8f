import { beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../../../../packages/html/test/support/style-guide.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
})

test('tags: added in their folded form, offered to others, removed; ten clicks add one', async () => {
  const [id, other] = [await hiring.apply(), await hiring.apply()]
  const browser = hiring.browsers.Recruiter
  const page = await browser.open(`/applications/${id}`)
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => browser.submit(page, `/applications/${id}/tags`, { label: ' Senior ' })),
  )
  expect(clicks.at(-1)!.text).toContain('Tag added: senior')
  expect((await hiring.read(id)).tags).toEqual(['senior'])
  const offered = (await browser.open(`/applications/${other}`)).$('datalist option')
  expect(offered.map((_, option) => option.attribs.value).get()).toEqual(['senior'])
  const tagged = await browser.open(`/applications/${id}`)
  const removed = await browser.submit(tagged, `/applications/${id}/tags/remove`)
  expect(removed.text).toContain('Tag removed: senior')
  expect((await hiring.read(id)).tags).toEqual([])
  // One that somebody else has removed meanwhile is removed.
  expect((await browser.submit(tagged, `/applications/${id}/tags/remove`, {})).status).toBe(200)
  const refused = await browser.submit(removed, `/applications/${id}/tags`, { label: '' })
  expect([refused.status, refused.$('#field-label-error').text()]).toEqual([
    422,
    expect.stringMatching(/empty/),
  ])
})

test('notes: written, edited and deleted by their author alone; ten clicks write one', async () => {
  const id = await hiring.apply()
  const { Interviewer, Recruiter } = hiring.browsers
  const page = await Interviewer.open(`/applications/${id}`)
  const fields = { text: 'First line\nsecond line', level: 'candidate' }
  await Promise.all(
    Array.from({ length: 10 }, () => Interviewer.submit(page, `/applications/${id}/notes`, fields)),
  )
  const [note, ...more] = await hiring.read(id, '/notes')
  expect(note).toMatchObject({ ...fields, authorUserId: hiring.people.Interviewer.id })
  expect(more).toEqual([])
  const path = `/applications/${id}/notes/${note.id}`
  const seen = await Recruiter.open(`/applications/${id}?tab=activity`)
  expect(seen.text).toContain('Ada Interviewer')
  expect(seen.$(`a[href="${path}"]`)).toHaveLength(0)
  expect((await Recruiter.open(path)).status).toBe(404)
  const csrf = seen.$('input[name=csrf]').first().attr('value')
  expect((await Recruiter.post(path, { text: 'Mine now', csrf })).status).toBe(404)
  expect((await Recruiter.post(`${path}/delete`, { confirmed: 'yes', csrf })).status).toBe(403)

  const edit = await Interviewer.open(path)
  const emptied = await Interviewer.submit(edit, path, { text: ' ' })
  expect([emptied.status, emptied.$('#field-text-error').text()]).toEqual([
    422,
    expect.stringMatching(/empty/),
  ])
  expect((await Interviewer.submit(edit, path, { text: 'Better' })).text).toContain('The note is saved.')
  const unconfirmed = await Interviewer.submit(await Interviewer.open(path), `${path}/delete`)
  expect(unconfirmed.status).toBe(422)
  expect(await hiring.read(id, '/notes')).toMatchObject([{ text: 'Better' }])
  const gone = await Interviewer.submit(unconfirmed, `${path}/delete`, { confirmed: 'yes' })
  expect(gone.text).toContain('The note is deleted.')
  expect(await hiring.read(id, '/notes')).toEqual([])
})

test('scorecards: the own one of a stage is written, replaced and deleted; others read it', async () => {
  const id = await hiring.apply()
  const { Interviewer, Recruiter } = hiring.browsers
  const path = `/applications/${id}/scorecard`
  const page = await Interviewer.open(path)
  const wrong = await Interviewer.submit(page, path, {
    stage: 'Phone Screen',
    recommendation: 'Yes',
    criterion0: 'Lamps',
    criterion1: '',
    score1: '3',
    comments: 'Kept',
  })
  expect(wrong.status).toBe(422)
  expect(wrong.$('#field-score0-error').text()).toBe('Choose points from 1 to 5.')
  expect(wrong.$('#field-criterion1-error').text()).toBe('Name what you rate.')
  expect(wrong.$('#field-comments').text()).toContain('Kept')
  await Interviewer.submit(wrong, path, { score0: '5', criterion1: 'Horns' })
  const author = hiring.people.Interviewer.id
  const ratings = [
    { criterion: 'Lamps', score: 5 },
    { criterion: 'Horns', score: 3 },
  ]
  const stored = {
    stage: 'phone screen',
    recommendation: 'Yes',
    comments: 'Kept',
    ratings,
    authorUserId: author,
  }
  expect(await hiring.read(id, '/scorecards')).toMatchObject([stored])

  const seen = await Recruiter.open(`/applications/${id}?tab=activity`)
  expect(seen.text).toContain('Scorecard: phone screen Ada Interviewer')
  const edit = await Interviewer.open(`${path}?stage=phone%20screen`)
  await Interviewer.submit(edit, path, { recommendation: 'StrongNo', criterion1: '', score1: '' })
  expect(await hiring.read(id, '/scorecards')).toMatchObject([
    { ...stored, recommendation: 'StrongNo', ratings: ratings.slice(0, 1) },
  ])
  // The Recruiter's own scorecard of that stage does not exist.
  expect((await Recruiter.open(`${path}?stage=phone%20screen`)).$('form[action$="/delete"]')).toHaveLength(0)
  await Interviewer.submit(edit, `${path}/delete`, { confirmed: 'yes' })
  expect(await hiring.read(id, '/scorecards')).toEqual([])
})

test('the list: by status, job and day, and on by its cursor', async () => {
  const own = await openHiring(system)
  const ids: number[] = []
  for (let i = 0; i < 3; i++) ids.push(await own.apply())
  await own.move(ids[0]!, 'Hired')
  const browser = own.browsers.Recruiter
  const rows = async (path: string) =>
    (await browser.open(path))
      .$('tbody a')
      .map((_, link) => Number(link.attribs.href?.match(/\d+/)?.[0]))
      .get()
  expect(await rows('/applications')).toEqual([...ids].reverse())
  expect(await rows('/applications?status=Hired')).toEqual([ids[0]])
  expect(await rows(`/jobs/${own.jobId}/applications?status=New`)).toEqual([ids[2], ids[1]])
  expect(await rows(`/applications?job=${own.jobId}`)).toHaveLength(3)
  expect(await rows('/applications?job=2000000000')).toEqual([])
  expect(await rows('/applications?since=2999-01-01')).toEqual([])
  const wrong = await browser.open('/applications?status=Nope&since=never')
  expect(wrong.status).toBe(422)
  expect(wrong.$('#filter-status-error').text()).not.toBe('')
  expect((await browser.open('/applications?cursor=nonsense')).status).toBe(422)
})

test('texts of candidates are shown, never run', async () => {
  for (const text of [hostileTexts.markup, hostileTexts.quotes, hostileTexts.override, hostileTexts.emoji]) {
    const id = await hiring.apply({
      profile: {
        firstName: text.slice(0, 150),
        lastName: 'Zoë',
        headline: text.slice(0, 200),
        summary: text,
      },
      application: { coverLetter: `${text} ${hostileTexts.long}` },
    })
    for (const path of [`/applications/${id}`, `/jobs/${hiring.jobId}/board`, '/applications']) {
      const page = await hiring.browsers.Recruiter.open(path)
      expect(page.status).toBe(200)
      expect(page.text).toContain(text.slice(0, 100).replace(/\s+/g, ' ').trim().slice(0, 40))
      expect(page.$('main script, main img, [onmouseover], [onerror]')).toHaveLength(0)
    }
  }
})

test('of many long texts each shows its beginning, with a link to the whole, and none of a contact detail that it cuts', async () => {
  const long = (name: string, length: number) => `${name} `.padEnd(length - 5, '<').concat(' end.')
  const profile = {
    summary: long('Summary', 9_000),
    employmentHistory: Array.from({ length: 90 }, (_, i) => ({
      title: 'Chef',
      // An address that the cut goes through.
      description:
        long(`Position ${i}`, 600).slice(0, 480) +
        ' ada.lind.long@example.test '.repeat(20) +
        '.'.repeat(900),
    })),
  }
  const id = await hiring.apply({ profile, application: { coverLetter: long('Letter', 19_000) } })
  const page = await hiring.browsers.Recruiter.open(`/applications/${id}`)
  expect(page.source.length).toBeLessThan(300_000)
  expect(page.text).toContain('Position 89')
  expect(page.text).not.toContain(' end.')
  const whole = await hiring.browsers.Recruiter.open(page.$('#text-cover-letter a').attr('href')!)
  expect(whole.$('#text-cover-letter').text().trim()).toBe(long('Letter', 19_000))
  expect(whole.$('#text-summary').text()).not.toContain(' end.')
  const seen = await hiring.browsers.Interviewer.open(`/applications/${id}`)
  expect(seen.text).toContain('Position 89')
  expect(seen.source).not.toMatch(/ada\.lind|@exa/)
})
