import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import { accessibilityFindings, openBrowser, openPage } from '../support/browser.ts'
import type { PortalSystem } from '../support/portal-system.ts'
import { hostileTexts } from '../support/style-guide.ts'
import { type Hiring, openHiring, openHiringSystem } from './hiring.ts'

let system: PortalSystem
let hiring: Hiring
beforeAll(async () => {
  system = await openHiringSystem()
  hiring = await openHiring(system)
}, 60000)
afterAll(() => system?.stop())
const names = [
  ['Ingrid', 'Solberg'],
  ['Mateus', 'Oliveira'],
  ['Aiko', 'Tanaka'],
  ['Olumide', 'Adeyemi'],
  ['Zoë', 'van der Meer'],
  ['Fatima', 'Al-Sayed'],
  ['Anna \u202egnirts desrever\u202c', 'שלום'],
  ['👩‍👩‍👧‍👦 Zoë', 'Zoë 𝕏'],
  ['<script>window.ran=1</script>', '"onmouseover=x'],
  ['W'.repeat(200), 'W'.repeat(200)],
  ['Lars', 'Berg'],
  ['Mei', 'Chen'],
  ['Jon', 'Snow'],
  ['Petra', 'Novák'],
]
const statuses = [
  'New',
  'New',
  'New',
  'Screened',
  'Screened',
  'Shortlisted',
  'New',
  'Interviewing',
  'Interviewed',
  'New',
  'Offered',
  'Hired',
  'Rejected',
  'Withdrawn',
] as const
test('look', async () => {
  mkdirSync('/tmp/p2-shots', { recursive: true })
  const { pipeline } = system.network.services
  const as = pipeline.as({
    kind: 'recruiter',
    employerId: hiring.employerId,
    userId: hiring.people.Recruiter.id,
    keyId: 1,
    scopes: ['Applications'],
  })
  await as.put('/api/v1/rejection-reasons', [
    { code: 'no-licence', label: 'No licence for the lamp' },
    { code: 'filled', label: 'Position filled' },
  ])
  const ids: number[] = []
  for (const [i, [firstName, lastName]] of names.entries()) {
    const id = await hiring.apply({
      profile: {
        firstName,
        lastName,
        headline: i % 3 === 0 ? 'Lighthouse keeper with twelve years at sea' : 'Electrician',
        phone: '+47 912 34 567',
        city: 'Bergen',
        country: 'NO',
        linkedInUrl: 'https://linkedin.com/in/x',
        summary: 'I keep lights. '.repeat(60),
        skills: ['Lamps', 'Fog horns', 'Radio', 'First aid', 'Boats'],
        employmentHistory: [
          {
            title: 'Keeper',
            employer: 'Coast Authority',
            startMonth: '2014-03',
            endMonth: null,
            description: 'Kept the light burning for many nights.\nRepaired the horn.',
          },
          {
            title: 'Electrician',
            employer: 'Volt AS',
            startMonth: '2009-01',
            endMonth: '2014-02',
            description: '',
          },
        ],
        education: [{ school: 'Bergen Maritime', degree: 'BSc', field: 'Navigation', endYear: 2008 }],
        languages: [
          { language: 'Norwegian', level: 'Native' },
          { language: 'English', level: 'Fluent' },
        ],
        expectedSalaryMin: 50000,
        expectedSalaryMax: 60000,
        expectedSalaryCurrency: 'EUR',
        noticePeriodDays: 30,
        careerStatus: 'OpenToOffers',
      },
      application: {
        coverLetter:
          i === 9 ? 'W'.repeat(9000) : 'Dear team,\n\nI would love to keep your light.\n\nKind regards',
        resumeUrl: 'https://cv.example/x',
      },
    })
    ids.push(id)
    if (statuses[i] !== 'New')
      await hiring.move(
        id,
        statuses[i]!,
        statuses[i] === 'Rejected'
          ? { rejectionReason: { code: 'filled', text: 'Another person was faster' } }
          : { note: 'Good talk' },
      )
    for (const label of ['senior', 'night shift', 'remote', 'sea'].slice(0, i % 5))
      await as.post(`/api/v1/applications/${id}/tags`, { label })
  }
  const first = ids[5]!
  await as.post(`/api/v1/applications/${first}/notes`, {
    text: 'Called her, very calm on the phone.\nAsk about the lamp.',
  })
  await as.post(`/api/v1/applications/${first}/notes`, { text: 'Met at the fair', level: 'candidate' })
  await as.put(`/api/v1/applications/${first}/scorecards/phone%20screen`, {
    recommendation: 'Yes',
    comments: 'Knows fog horns',
    ratings: [
      { criterion: 'Communication', score: 4 },
      { criterion: 'Lamps', score: 5 },
    ],
  })
  const browser = await openBrowser()
  const visitor = hiring.browsers.Recruiter
  const paths = {
    board: `/jobs/${hiring.jobId}/board`,
    application: `/applications/${first}`,
    hostile: `/applications/${ids[9]}`,
    list: '/applications',
    scorecard: `/applications/${first}/scorecard?stage=phone%20screen`,
  }
  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      const { page, errors } = await openPage(browser, {
        viewport: { width, height: 900 },
        colorScheme: theme,
        timezoneId: 'Europe/Oslo',
      })
      await page
        .context()
        .addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url: system.baseUrl })))
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(system.baseUrl + path)
        await page.screenshot({
          path: `/tmp/p2-shots/${name}-${width}-${theme}.png`,
          fullPage: name !== 'board',
        })
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        const findings = await accessibilityFindings(page)
        if (errors.length || findings.length || overflow)
          console.log(name, width, theme, 'overflow', overflow, errors, findings.slice(0, 4))
        errors.length = 0
      }
      if (width === 1440) {
        await page.goto(system.baseUrl + paths.board)
        await page.locator('.jb-board-move').first().click()
        await page.screenshot({ path: `/tmp/p2-shots/dialog-${width}-${theme}.png` })
        console.log(await page.evaluate('document.activeElement.outerHTML.slice(0,100)'))
        await page.keyboard.press('Escape')
        console.log(await page.evaluate('document.activeElement.outerHTML.slice(0,150)'))
      }
      await page.close()
    }
  await browser.close()
}, 300000)
