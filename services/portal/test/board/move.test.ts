import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
  const { employerId } = hiring
  await system.network.services.pipeline
    .as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['Applications'] })
    .put('/api/v1/rejection-reasons', [{ code: 'filled', label: 'Position filled' }])
})

const history = async (id: number) => (await hiring.read(id, '/history')).items

test('a move says what happened, and the history names the person', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const page = await browser.open(`/applications/${id}`)
  const fields = { status: 'Offered', note: 'We agreed' }
  const after = await browser.submit(page, `/applications/${id}/status`, fields)
  expect([after.path, after.status]).toEqual([`/applications/${id}`, 200])
  expect(after.text).toMatch(/Ada Lind \d+ moved to Offered\./)
  expect((await browser.open(`/applications/${id}?tab=activity`)).text).toContain('New → Offered you')
  expect(await history(id)).toMatchObject([
    { previousStatus: 'New', status: 'Offered', note: 'We agreed', authorUserId: hiring.people.Recruiter.id },
  ])
})

test('a rejection carries the reason, and says what the candidate sees', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const page = await browser.open(`/applications/${id}`)
  expect(page.text).toContain('The candidate sees the new status')
  const list = 'a[href="/rejection-reasons"]'
  expect(page.$(`form ${list}`)).toHaveLength(0)
  for (const path of [`/applications/${id}`, `/jobs/${hiring.jobId}/board`]) {
    expect((await hiring.browsers.EmployerAdmin.open(path)).$(`form ${list}`)).toHaveLength(1)
  }
  const fields = { status: 'Rejected', reason: 'filled', reasonText: 'Too late' }
  const after = await browser.submit(page, `/applications/${id}/status`, fields)
  expect(after.text).toContain('Rejected becausePosition filledToo late')
  expect(await hiring.read(id)).toMatchObject({ rejectionReason: { code: 'filled', text: 'Too late' } })
  // A reason that was chosen before another status was is not sent.
  const back = await browser.submit(after, `/applications/${id}/status`, { status: 'New', reason: 'filled' })
  expect(back.text).toContain('moved to New')
})

test('ten clicks on one form move once', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const page = await browser.open(`/applications/${id}`)
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () =>
      browser.submit(page, `/applications/${id}/status`, { status: 'Screened', note: 'Once' }),
    ),
  )
  expect(clicks.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await history(id)).toHaveLength(1)
})

test('a withdrawn application is moved, by form and by card, and says that the candidate withdrew it (D-69)', async () => {
  const id = await hiring.apply()
  const { candidateId } = await hiring.read(id)
  const withdrawn = await system.network.services.candidate
    .as({ kind: 'candidate', candidateId, keyId: 1, scopes: ['Applications', 'Apply'] })
    .post(`/api/v1/me/applications/${id}/withdraw`)
  expect(withdrawn.status, withdrawn.text).toBe(200)
  const browser = hiring.browsers.Recruiter
  const board = await browser.open(`/jobs/${hiring.jobId}/board`)
  expect(board.$(`#card-${id} [data-dialog=move]`)).toHaveLength(1)
  expect(board.$(`#card-${id}`).text()).not.toContain('Withdrawn by the candidate')
  const page = await browser.open(`/applications/${id}`)
  expect(page.text).toContain('The candidate withdrew this application')
  const after = await browser.submit(page, `/applications/${id}/status`, { status: 'Interviewing' })
  expect([after.status, after.text]).toEqual([200, expect.stringContaining('moved to Interviewing')])
  expect(after.text).toContain('It was moved afterwards')
  expect(await hiring.read(id)).toMatchObject({
    status: 'Interviewing',
    withdrawnAt: withdrawn.body.withdrawnAt,
  })
  const moved = (await browser.open(`/jobs/${hiring.jobId}/board`)).$(`#card-${id}`)
  expect([moved.attr('data-status'), moved.text()]).toEqual([
    'Interviewing',
    expect.stringContaining('Withdrawn by the candidate'),
  ])
})

test('one press advances an application to its next status; a rejection carries its reason; both stay at the tab (P-468)', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const path = `/applications/${id}`
  const [shown, old] = [await browser.open(`${path}?tab=answers`), await browser.open(path)]
  expect(shown.$(`form[action="${path}/advance"] button`).text()).toContain('Advance to Screened')
  const advanced = await browser.submit(shown, `${path}/advance`)
  expect([advanced.path, advanced.text]).toEqual([
    `${path}?tab=answers`,
    expect.stringContaining('Moved to Screened.'),
  ])
  // A page that was shown before loses.
  await hiring.move(id, 'Shortlisted')
  for (const form of ['advance', 'reject']) {
    const lost = await browser.submit(old, `${path}/${form}`)
    expect([lost.status, lost.text]).toEqual([409, expect.stringContaining('your move was not made')])
  }
  const fields = { reason: 'filled', reasonText: 'Since Monday' }
  const now = await browser.open(path)
  const refused = await browser.submit(now, `${path}/reject`, { ...fields, reason: 'unknown' })
  expect([refused.status, refused.$('details[open] #field-reason-error').text()]).toEqual([
    422,
    expect.stringContaining('Must be one of your codes'),
  ])
  const rejected = await browser.submit(refused, `${path}/reject`, { reason: 'filled' })
  expect(rejected.text).toContain('Moved to Rejected.')
  expect(await hiring.read(id)).toMatchObject({
    status: 'Rejected',
    rejectionReason: { code: 'filled', text: 'Since Monday' },
  })
  expect(rejected.$('form[action$="/advance"], form[action$="/reject"]')).toHaveLength(0)
})

test('409: of two people who move the same application, one is shown what it is now (P-468)', async () => {
  const id = await hiring.apply()
  const { Recruiter, EmployerAdmin } = hiring.browsers
  const pages = [await Recruiter.open(`/applications/${id}`), await EmployerAdmin.open(`/applications/${id}`)]
  const results = await Promise.all([
    Recruiter.submit(pages[0]!, `/applications/${id}/status`, { status: 'Hired' }),
    EmployerAdmin.submit(pages[1]!, `/applications/${id}/status`, { status: 'Screened', note: 'My reasons' }),
  ])
  const { status: now } = await hiring.read(id)
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = results.find(({ status }) => status === 409)!
  expect(lost.text).toContain(`it is ${now} now, and your move was not made`)
  // What was typed is kept; the form starts from what it is now.
  if (now === 'Hired') expect(lost.$('#field-note').text()).toContain('My reasons')
  expect(lost.$('form[action$="/status"] input[name=from]').attr('value')).toBe(now)
  expect(await history(id)).toHaveLength(1)
  const loser = lost === results[0] ? Recruiter : EmployerAdmin
  const again = await loser.submit(lost, `/applications/${id}/status`, { status: 'Offered' })
  expect(again.text).toContain('moved to Offered')
})

test('the board gets the card as it is now: after a move, a lost race and an invalid one', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const board = await browser.open(`/jobs/${hiring.jobId}/board`)
  const form = '#move form[method=post]'
  const csrf = board.$(`${form} input[name=csrf]`).attr('value')
  const move = (from: string, status: string, operation: string) =>
    browser.post(`/applications/${id}/status`, { as: 'card', csrf, from, status, operation })
  const moved = await move('New', 'Shortlisted', 'a')
  expect([moved.status, moved.$(`#card-${id}`).attr('data-status')]).toEqual([200, 'Shortlisted'])
  expect(moved.$('[data-message]').attr('data-message')).toBe('')
  const lost = await move('New', 'Hired', 'b')
  expect([lost.status, lost.$(`#card-${id}`).attr('data-status')]).toEqual([409, 'Shortlisted'])
  expect(lost.$('[data-message]').attr('data-message')).toContain('it is Shortlisted now')
  const wrong = await move('Shortlisted', 'Nowhere', 'c')
  expect([wrong.status, wrong.$('[data-message]').attr('data-message')]).toEqual([
    422,
    expect.stringContaining('Must be one of'),
  ])
})

test('422: what is wrong stands beside its field, and what was typed is kept', async () => {
  const id = await hiring.apply()
  const browser = hiring.browsers.Recruiter
  const page = await browser.open(`/applications/${id}`)
  const fields = { status: 'Rejected', reason: 'unknown', note: 'Kept' }
  const refused = await browser.submit(page, `/applications/${id}/status`, fields)
  expect(refused.status).toBe(422)
  expect(refused.title).toMatch(/^Error: /)
  expect(refused.$('#field-reason-error').text()).toContain('Must be one of your codes')
  expect(refused.$('#field-note').text()).toContain('Kept')
  expect(await history(id)).toEqual([])
})
