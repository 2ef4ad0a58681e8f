import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { tokenise } from '@jobboard/search-query/tokenise'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import { ANCHOR, anySecretProfile, PLAIN_WORDS, type SecretProfile } from '@jobboard/testkit/secret-profile'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Candidates whose texts are full of their own contact details; nobody who has not unlocked them may read or confirm one.
const profiles = fc.sample(anySecretProfile, { numRuns: Number(process.env.MASK_RUNS ?? 6), seed: 44 })
const SCOPES = ['JobPosting', 'Applications', 'CvSearch']

let system: Network
let receiver: Receiver
let recruiter: Client
let stranger: Client
let ids: number[]

/** What others can read, by place: the bodies as text. What else leaves the system about a candidate is one more entry. */
const places: Record<string, () => Promise<string[]>> = {
  'rows, matches and facets of a search': async () => {
    const query = [ANCHOR, ...PLAIN_WORDS].join(' OR ')
    const body = { query, matches: true, facets: ['country', 'careerStatus'], pageSize: 100 }
    const found = await recruiter.post('/api/v1/candidates/search', body)
    expect([found.status, found.body.total]).toEqual([200, ids.length])
    return [found.text]
  },
  previews: () =>
    Promise.all(
      ids.map(async (id) => {
        const preview = await recruiter.get(`/api/v1/candidates/${id}/preview`)
        expect(preview.status).toBe(200)
        return preview.text
      }),
    ),
  webhooks: () =>
    eventually('the webhook of each application', async () => {
      const bodies = receiver.received.map(({ raw }) => raw)
      return bodies.length >= ids.length && bodies
    }),
  'event feed': async () => {
    const feed = await recruiter.get('/api/v1/events?limit=100')
    expect([feed.status, feed.body.items.length >= ids.length]).toEqual([200, true])
    return [feed.text]
  },
  'export of another candidate': async () => {
    const own = await stranger.get('/api/v1/me/export')
    expect(own.status).toBe(200)
    return [own.text]
  },
}

beforeAll(async () => {
  system = await network()
  receiver = await openReceiver()
  const { admin } = system
  const employer = (await admin.post('/admin/v1/employers', { name: 'Search', isTrustedPartner: true })).body
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    await admin.post(`/admin/v1/employers/${employer.id}/credits`, { kind, amount: 1_000 })
  }
  recruiter = await withKey(`employers/${employer.id}`, SCOPES)
  await admin.post(`/admin/v1/employers/${employer.id}/webhook-subscriptions`, { url: receiver.url })
  const jobId = await publishJob()
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id } = (await admin.post('/admin/v1/candidates', { ...form, isSearchable: false })).body
  stranger = await withKey(`candidates/${id}`, ['Profile'])
  ids = await Promise.all(profiles.map((profile) => addCandidate(profile, jobId)))
  await eventually(
    'all profiles in the search',
    async () => {
      const { body } = await recruiter.post('/api/v1/candidates/search', { query: ANCHOR })
      return body.total === ids.length
    },
    45_000,
    2_000,
  )
})
afterAll(async () => {
  await receiver?.close()
  await system?.stop()
})

test.each(Object.keys(places))('%s: no secret of any candidate is in them (D-44)', async (place) => {
  const texts = (await places[place]!()).flatMap((text) => stringsIn(JSON.parse(text)))
  expect(texts.length).toBeGreaterThan(0)
  for (const profile of profiles) expect(texts.filter((text) => leaks(text, profile))).toEqual([])
})

test('no query finds a candidate by a hidden word, a beginning of one, or a phrase across one (D-42)', async () => {
  const visible = [[...PLAIN_WORDS, ANCHOR]]
  const words = new Set(
    profiles
      .flatMap(({ secrets, person }) => [...secrets, ...Object.values(person)])
      .flatMap((text) => tokenise(text!)),
  )
  const terms = [...words].flatMap((word) => [word, `${word.slice(0, 3)}*`])
  const phrases = profiles.flatMap(({ broken }) => broken.map((phrase) => `"${phrase}"`))
  const hidden = [...new Set([...terms, ...phrases])].filter(
    (term) => isQuery(term) && !evaluate(parse(term), visible),
  )
  expect(hidden.length).toBeGreaterThan(100)
  const TERMS_PER_QUERY = 60
  for (let i = 0; i < hidden.length; i += TERMS_PER_QUERY) {
    const query = hidden.slice(i, i + TERMS_PER_QUERY).join(' OR ')
    const { status, body } = await recruiter.post('/api/v1/candidates/search', { query })
    expect([query, status, body.total]).toEqual([query, 200, 0])
  }
})

async function withKey(owner: string, scopes: string[]): Promise<Client> {
  const { body } = await system.admin.post(`/admin/v1/${owner}/api-keys`, { name: 'k', scopes })
  return system.api(body.apiKey)
}

async function publishJob(): Promise<number> {
  const draft = {
    ...{ title: 'Welder', description: 'Welds.', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
    ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
  }
  const { id } = (await recruiter.post('/api/v1/jobs', draft)).body
  const expiryDate = new Date(Date.now() + 86_400_000)
  expect((await recruiter.post(`/api/v1/jobs/${id}/publish`, { expiryDate })).status).toBe(200)
  return id
}

async function addCandidate({ person, texts }: SecretProfile, jobId: number): Promise<number> {
  const created = await system.admin.post('/admin/v1/candidates', { ...person, ...texts })
  expect(created.status).toBe(201)
  const api = await withKey(`candidates/${created.body.id}`, ['Profile', 'Applications', 'Apply'])
  const coverLetter = texts.summary
  const applied = await api.post('/api/v1/me/applications', { jobId, confirm: true, coverLetter })
  expect(applied.status).toBe(201)
  return created.body.id
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

/** Whether a text has a name, an address, a slug or the number of the person, in any spelling. */
function leaks(text: string, { person }: SecretProfile): boolean {
  const folded = text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase()
  const { phone, ...others } = person
  // Of the words of a person those that no other text has.
  const own = Object.values(others).flatMap((one) => tokenise(one!).filter((word) => /^[qxz]/.test(word)))
  return own.some((word) => folded.includes(word)) || digitsOf(folded).includes(digitsOf(phone!).slice(2))
}

function digitsOf(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))).replace(/\D/g, '')
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!
  return code >= 0x660 && code <= 0x669 ? code - 0x660 : Number(digit)
}

function isQuery(term: string): boolean {
  try {
    parse(term)
    return true
  } catch {
    return false
  }
}
