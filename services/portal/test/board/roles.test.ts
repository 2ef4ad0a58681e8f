import { beforeAll, expect, test } from 'vitest'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'
import { type Hiring, openHiring } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
let id: number
/** None of it may reach an Interviewer (P-469). */
const secrets = {
  email: 'ada.quill.7@post.example',
  phone: '+47 912 34 567',
  linkedInUrl: 'https://www.linkedin.com/in/aq-writes',
  gitHubUrl: 'https://github.com/octoquill',
  websiteUrl: 'https://inkwell.example/cv',
  street: 'Hidden Lane 7',
  city: 'Trondheim',
  region: 'Troendelag',
  postalCode: '7011',
}
/** Where the candidate lives, as people write it. */
const places = [
  'TRONDHEIM',
  'trondheim-norway',
  'Tröndheim',
  'TROENDELAG',
  'Trøndelag',
  'Norway',
  'NORGE',
  'Norwegen',
  'NOR',
  '7011 Trondheim',
]
const everywhere = [...Object.values(secrets), ...places].join(' or ')

beforeAll(async () => {
  system = await sharedPortalSystem()
  hiring = await openHiring(system)
  id = await hiring.apply({
    profile: {
      ...secrets,
      firstName: 'Ada',
      lastName: 'Quill',
      country: 'NO',
      headline: `Keeper in TRONDHEIM, Norway, ${secrets.email}`,
      summary: `Reach me: ${everywhere}`,
      skills: ['Lamps', secrets.email, ...places],
      languages: [{ language: secrets.phone, level: 'Native' }],
      employmentHistory: [
        {
          title: secrets.email,
          employer: secrets.websiteUrl,
          startMonth: '2014-03',
          description: everywhere,
        },
      ],
      education: [{ school: secrets.gitHubUrl, degree: secrets.phone, field: secrets.email }],
    },
    application: { coverLetter: `Write to ${everywhere}`, resumeUrl: 'https://inkwell.example/resume.pdf' },
  })
  const { employerId, people } = hiring
  const as = system.network.services.pipeline.as({
    kind: 'recruiter',
    employerId,
    userId: people.Recruiter.id,
    keyId: 1,
    scopes: ['Applications'],
  })
  await as.post(`/api/v1/applications/${id}/notes`, { text: `Call ${everywhere}` })
  for (const label of [secrets.email, 'a Trondheim lamp', 'norway', 'no']) {
    await as.post(`/api/v1/applications/${id}/tags`, { label })
  }
  await as.put(`/api/v1/applications/${id}/scorecards/phone`, {
    recommendation: 'Yes',
    comments: everywhere,
    ratings: [{ criterion: secrets.email, score: 4 }],
  })
  await as.put('/api/v1/rejection-reasons', [{ code: 'filled', label: 'Filled' }])
  const rejectionReason = { code: 'filled', text: everywhere }
  await hiring.move(id, 'Rejected', { note: everywhere, rejectionReason })
})

const pages = () => [
  `/jobs/${hiring.jobId}/board`,
  `/jobs/${hiring.jobId}/board/cards/${id}`,
  `/jobs/${hiring.jobId}/applications`,
  '/applications',
  `/applications/${id}`,
  ...['answers', 'assessment', 'activity'].map((tab) => `/applications/${id}?tab=${tab}`),
  `/applications/${id}/scorecard?stage=phone`,
]

test('an Interviewer sees the name, and no contact detail on any page (P-469)', async () => {
  for (const path of pages()) {
    const page = await hiring.browsers.Interviewer.open(path)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.source, path).toContain('Ada Quill')
    // Without what may contain the code of a country by chance: tokens, and `fw-normal`.
    const shown = page.source.replace(/name="csrf" value="[^"]*"|class="[^"]*"/g, '').toLowerCase()
    for (const secret of [
      ...Object.values(secrets),
      ...places,
      'inkwell',
      'aq-writes',
      'octoquill',
      'ada.quill',
    ]) {
      expect(shown, `${secret} on ${path}`).not.toContain(secret.toLowerCase())
    }
  }
})

test('an Interviewer reads the rest of a headline, of tags and of the profile; no card says where the candidate lives (P-469)', async () => {
  const board = (await hiring.browsers.Interviewer.open(`/jobs/${hiring.jobId}/board`)).$(`#card-${id}`)
  const text = board.text().replace(/\s+/g, ' ')
  expect(text).toContain('Keeper in ***')
  expect(text).toContain('a *** lamp')
  expect(
    board
      .find('.jb-board-tag')
      .toArray()
      .map(({ attribs }) => attribs.title),
  ).not.toContain('no')
  const page = await hiring.browsers.Interviewer.open(`/applications/${id}`)
  expect(page.text).toContain('Lamps')
  const location = page.$('tr').filter((_, row) => page.$(row).text().includes('Location and work mode'))
  expect(location.text()).toMatch(/mode\s*–/)
})

test('a Recruiter sees how to reach the candidate', async () => {
  const page = await hiring.browsers.Recruiter.open(`/applications/${id}`)
  for (const secret of Object.values(secrets).slice(0, 5)) expect(page.text).toContain(secret)
  expect(page.$('a[href^="tel:+"]').text()).toBe(secrets.phone)
})

test('an Interviewer sees no form that moves or tags', async () => {
  const browser = hiring.browsers.Interviewer
  const page = await browser.open(`/applications/${id}`)
  expect(
    page.$(
      'form[action$="/status"], form[action$="/advance"], form[action$="/reject"], form[action$="/tags"], form[action$="/remove"]',
    ),
  ).toHaveLength(0)
  expect(
    (await browser.open(`/jobs/${hiring.jobId}/board`)).$('[data-dialog=move], #bulk, [name=ids]'),
  ).toHaveLength(0)
})

test("404: another employer's job and application do not exist, on no page and for no action", async () => {
  const other = await openHiring(system)
  const browser = other.browsers.Recruiter
  const csrf = (await browser.open('/applications')).$('input[name=csrf]').first().attr('value')
  for (const path of pages().filter((path) => path !== '/applications')) {
    expect([path, (await browser.open(path)).status]).toEqual([path, 404])
  }
  expect((await browser.open(`/jobs/${hiring.jobId}/board/live`)).status).toBe(404)
  const before = await hiring.read(id)
  for (const [path, fields] of [
    ['status', { status: 'Hired' }],
    ['tags', { label: 'mine' }],
    ['notes', { text: 'mine' }],
    ['scorecard', { stage: 'phone', recommendation: 'No' }],
  ] as const) {
    const response = await browser.post(`/applications/${id}/${path}`, { ...fields, csrf })
    expect([path, response.status]).toEqual([path, 404])
  }
  expect(await hiring.read(id)).toEqual(before)
  expect((await browser.open('/applications')).text).toContain('No applications')
})
