import type { Profile } from '@jobboard/contracts/candidate'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

test('property: no search result and no preview contains a contact detail of the profile', async () => {
  const alphanumeric = fc.stringMatching(/^[a-z][a-z0-9]{3,9}$/)
  const contacts = fc.record({
    firstName: fc.stringMatching(/^[A-Z][a-z]{3,9}$/),
    lastName: fc.stringMatching(/^[A-Z][a-z]{3,9}$/),
    email: fc.tuple(alphanumeric, alphanumeric).map(([box, domain]) => `${box}@${domain}.example`),
    phone: fc.stringMatching(/^\+[1-9][0-9]{2} [0-9]{3} [0-9]{2} [0-9]{3}$/),
    linkedInUrl: alphanumeric.map((name) => `https://www.linkedin.com/in/${name}`),
    gitHubUrl: alphanumeric.map((name) => `https://github.com/${name}/`),
    websiteUrl: alphanumeric.map((name) => `https://${name}.example/cv`),
  })
  const spellings = [
    (contact: string) => contact,
    (contact: string) => contact.toUpperCase(),
    (contact: string) => contact.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''),
    (contact: string) => contact.replace(/(?<=\d) (?=\d)/g, '.'),
    (contact: string) => contact.replaceAll(' ', ''),
  ]
  const spelled = fc.tuple(
    fc.constantFrom('email', 'phone', 'linkedInUrl', 'gitHubUrl', 'websiteUrl', 'name'),
    fc.constantFrom(...spellings),
    fc.constantFrom('', 'reach me: ', 'Baker, ', '(', '; '),
    fc.constantFrom('', ' any time', ')', ', Baker', '.'),
  )
  let id = 0
  await fc.assert(
    fc.asyncProperty(contacts, fc.array(spelled, { minLength: 6, maxLength: 6 }), async (contact, places) => {
      const details: Record<string, string> = { ...contact, name: `${contact.firstName} ${contact.lastName}` }
      const texts = places.map(([kind, spell, before, after]) => before + spell(details[kind]!) + after)
      const [headline, city, first, second, title, degree] = texts as [
        string,
        string,
        string,
        string,
        string,
        string,
      ]
      const fields: Partial<Profile> = {
        ...contact,
        headline,
        city,
        skills: ['leakproof', first, second],
        summary: texts.join(' '),
        employmentHistory: [
          { title, employer: texts[0]!, description: texts[1]!, startMonth: null, endMonth: null },
        ],
        education: [{ school: texts[2]!, degree, field: texts[3]!, endYear: null }],
      }
      await searchService.receiveProfile(++id, fields)
      const found = await searchService.search(FUNDED_EMPLOYER, 'leakproof', { pageSize: 1 })
      const preview = await searchService.asRecruiter(1).get(`/api/v1/candidates/${id}/preview`)
      expect([found.body.items[0]?.candidateId, preview.status]).toEqual([id, 200])
      for (const { text } of [found, preview]) {
        const plain = text.toLowerCase()
        for (const secret of [contact.email, ...urls(contact)])
          expect(plain).not.toContain(secret.toLowerCase())
        expect(plain.replace(/[^a-z0-9"]/g, '')).not.toContain(contact.phone.replace(/\D/g, ''))
        expect(plain).not.toContain(details.name!.toLowerCase())
      }
    }),
    { numRuns: Number(process.env.MASK_RUNS ?? 100) },
  )
})

function urls({ linkedInUrl, gitHubUrl, websiteUrl }: Record<string, string>): string[] {
  return [linkedInUrl, gitHubUrl, websiteUrl].map((url) => url!.replace(/^https:\/\/(www\.)?|\/$/g, ''))
}

test('200: a search item has exactly the fields of D-44, also when it is unlocked', async () => {
  const month = (yearsAgo: number) => `${searchService.deps.clock.now().getUTCFullYear() - yearsAgo}-01`
  const job = { title: 'Smith', employer: 'Forge & Sons', description: 'Iron.' }
  await searchService.receiveProfile(5000, {
    headline: 'Farrier',
    skills: ['Horses'],
    employmentHistory: [
      { ...job, startMonth: month(9), endMonth: month(5) },
      { ...job, startMonth: month(7), endMonth: month(4) },
      { ...job, startMonth: null, endMonth: month(1) },
    ],
    education: [{ school: 'Hoof College', degree: 'BA', field: 'Hooves', endYear: 2001 }],
    languages: [{ language: 'Norwegian', level: 'Native' }],
    lastActiveAt: '2026-02-03T04:05:06.789Z',
  })
  await searchService.grant(1, 'CvSearch', 1)
  await searchService.grant(1, 'CvDownload', 1)
  await searchService.asRecruiter(1).get('/api/v1/candidates/5000')
  const item = {
    candidateId: 5000,
    name: 'A*** Q***',
    headline: 'Farrier',
    city: 'Bergen',
    country: 'NO',
    skills: ['Horses'],
    yearsOfExperience: 5,
    careerStatus: 'OpenToOffers',
    lastActiveAt: '2026-02-03T04:05:06.789Z',
    isUnlocked: true,
  }
  expect((await searchService.search(1, 'farrier')).body.items).toEqual([item])
  const preview = await searchService.asRecruiter(1).get('/api/v1/candidates/5000/preview')
  expect(preview.headers.get('x-credits-cost')).toBeNull()
  expect(preview.body).toEqual({
    ...item,
    languages: [{ language: 'Norwegian', level: 'Native' }],
    employmentHistory: [
      { title: 'Smith', startMonth: month(9), endMonth: month(5) },
      { title: 'Smith', startMonth: month(7), endMonth: month(4) },
      { title: 'Smith', startMonth: null, endMonth: month(1) },
    ],
    education: [{ degree: 'BA', field: 'Hooves', endYear: 2001 }],
  })
})

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
})
afterAll(() => searchService.stop())
