import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let system: Network
beforeAll(async () => {
  system = await network()
})
afterAll(() => system?.stop())

const DAY_SECONDS = 86_400

test('a consent that lapses hides the candidate from CV search at once, without a debit; one that the candidate renews shows the candidate again (P-131)', async () => {
  const { admin } = system
  const employer = (await admin.post('/admin/v1/employers', { name: 'Search', isTrustedPartner: true })).body
  for (const kind of ['CvSearch', 'CvDownload']) {
    await admin.post(`/admin/v1/employers/${employer.id}/credits`, { kind, amount: 1_000 })
  }
  const mint = async (owner: string, scopes: string[]) =>
    system.api((await admin.post(`/admin/v1/${owner}/api-keys`, { name: 'k', scopes })).body.apiKey)
  const recruiter = await mint(`employers/${employer.id}`, ['CvSearch'])
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', headline: 'Wheelwright' }
  const consentExpiresAt = new Date(Date.now() + DAY_SECONDS * 1_000).toISOString()
  const { id } = (await admin.post('/admin/v1/candidates', { ...person, consentExpiresAt })).body
  const candidate = await mint(`candidates/${id}`, ['Profile'])
  const found = async () => {
    const { body } = await recruiter.post('/api/v1/candidates/search', { query: 'wheelwright' })
    return [body.total, ...body.items.map(({ candidateId }: { candidateId: number }) => candidateId)]
  }
  const isFound = async () => {
    const totalAndIds = await found()
    return totalAndIds[0] === 1 && totalAndIds
  }
  // A key may search 30 times a minute.
  const untilFound = () => eventually('the candidate in the search', isFound, 45_000, 2_000)
  const downloads = async () =>
    (await admin.get(`/admin/v1/employers/${employer.id}/credits`)).body.CvDownload
  expect(await untilFound()).toEqual([1, id])

  await admin.post('/admin/v1/clock/advance', { seconds: DAY_SECONDS })
  expect(await found()).toEqual([0])
  const missing = await recruiter.get('/api/v1/candidates/2000000000')
  for (const path of [`/api/v1/candidates/${id}`, `/api/v1/candidates/${id}/preview`]) {
    const response = await recruiter.get(path)
    expect([response.status, response.text]).toEqual([404, missing.text])
  }
  expect(await downloads()).toBe(1_000)

  expect((await candidate.put('/api/v1/me/consent', { confirm: true })).status).toBe(200)
  expect(await untilFound()).toEqual([1, id])
  expect((await recruiter.get(`/api/v1/candidates/${id}`)).status).toBe(200)
  expect(await downloads()).toBe(999)

  expect((await candidate.delete('/api/v1/me/consent')).status).toBe(204)
  await eventually('the candidate is not found', async () => (await found())[0] === 0)
  expect((await recruiter.get(`/api/v1/candidates/${id}`)).status).toBe(404)
  expect(await downloads()).toBe(999)
})
