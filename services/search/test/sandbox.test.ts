import { limits } from '@jobboard/search-query/limits'
import type { Client } from '@jobboard/testkit/client'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { beforeAll, describe, expect, test } from 'vitest'
import { FUNDED_EMPLOYER, startSearch } from './support/setup.ts'

const SANDBOX = 31
const OTHER = 32

const searchService = await startSearch()
for (const employerId of [FUNDED_EMPLOYER, SANDBOX, OTHER]) {
  await searchService.grant(employerId, 'CvSearch', 10_000)
  await searchService.grant(employerId, 'CvDownload', 100)
}

const clientOf = (world: number | 'live'): Client =>
  world === 'live' ? searchService.asRecruiter(FUNDED_EMPLOYER) : searchService.asSandbox(world)
const receive = (world: number | 'live', id: number, fields = {}) =>
  world === 'live'
    ? searchService.receiveProfile(id, fields)
    : searchService.receiveSandboxProfile(world, id, fields)

async function find(world: number | 'live', query: string, more = {}) {
  const { status, body } = await clientOf(world).post('/api/v1/candidates/search', { query, ...more })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}
const idsOf = (body: { items: { candidateId: number }[] }) => body.items.map((item) => item.candidateId)

describe('a recruiter finds the candidates of the own world alone (P-920)', () => {
  const worlds = ['live', SANDBOX, OTHER] as const
  const ownOf = { live: 1, [SANDBOX]: 2, [OTHER]: 3 } as const
  beforeAll(async () => {
    for (const world of worlds) await receive(world, ownOf[world], { headline: 'Lamplighter' })
  })

  test.each(worlds)('200: a search of %s has one row, with facets and a total of its own', async (world) => {
    const body = await find(world, 'lamplighter', { facets: ['country', 'careerStatus'], matches: true })
    expect(idsOf(body)).toEqual([ownOf[world]])
    expect([body.total, body.facets.country]).toEqual([1, [{ value: 'NO', count: 1 }]])
    expect(body.items[0].matches).toEqual([{ term: 'lamplighter', sections: ['headline'] }])
  })

  test.each(worlds)('404: previews, dry runs and profiles of others are refused to %s', async (world) => {
    const id = world === 'live' ? FUNDED_EMPLOYER : world
    for (const other of worlds) {
      const path = `/api/v1/candidates/${ownOf[other]}`
      const expected = other === world ? 200 : 404
      const client = clientOf(world)
      expect((await client.get(`${path}/preview`)).status).toBe(expected)
      expect((await client.get(path, { headers: { prefer: 'dry-run' } })).status).toBe(expected)
      const before = (await searchService.balances(id)).CvDownload
      expect((await client.get(path)).status).toBe(expected)
      expect((await client.get(path)).status).toBe(expected)
      expect((await searchService.balances(id)).CvDownload).toBe(before - (other === world ? 1 : 0))
    }
    const listed = await clientOf(world).get('/api/v1/candidates/unlocks')
    expect(idsOf(listed.body)).toEqual([ownOf[world]])
  })

  test('200: an unlock whose candidate is of another world is not listed', async () => {
    await searchService.deps.db.sql`
      insert into unlock (employer_id, candidate_id, unlocked_at, unlocked_until)
      select employer_id, candidate_id, now(), 'infinity' from unnest(${[FUNDED_EMPLOYER, SANDBOX, OTHER]}::int[])
        as employer (employer_id) cross join unnest(${[1, 2, 3]}::int[]) as candidate (candidate_id)
      on conflict do nothing`
    for (const world of worlds) {
      const listed = await clientOf(world).get('/api/v1/candidates/unlocks')
      expect(idsOf(listed.body)).toEqual([ownOf[world]])
      for (const other of worlds)
        expect((await clientOf(world).get(`/api/v1/candidates/${ownOf[other]}`)).status).toBe(
          other === world ? 200 : 404,
        )
    }
  })

  test('200: rows of a sandbox displace no live ones', async () => {
    const { shownRows } = searchService.deps
    await find('live', 'lamplighter')
    const before = [...shownRows.keys()]
    await find(SANDBOX, 'lamplighter')
    expect([...shownRows.keys()]).toEqual(before)
    expect(before).not.toContain(2)
  })

  test('200: past searches are of the employer', async () => {
    await find(SANDBOX, 'lamplighter NOT plumber')
    const queries = async (world: number | 'live') =>
      (await clientOf(world).get('/api/v1/candidates/searches')).body.items.map(
        ({ query }: { query: string }) => query,
      )
    expect(await queries(SANDBOX)).toContain('lamplighter NOT plumber')
    for (const world of ['live', OTHER] as const)
      expect(await queries(world)).not.toContain('lamplighter NOT plumber')
  })
})

test('200: a live search does not wait for searches of sandboxes, however many do (P-926)', async () => {
  await receive('live', 21, { headline: 'Stilt walker' })
  const { db } = searchService.deps
  const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Whoever reads candidates of sandboxes waits.
  const holding = db.tx(async (sql) => {
    await sql`lock table sandbox_candidate in access exclusive mode`
    locked.resolve()
    await ended.promise
  })
  await locked.promise
  let answered = 0
  const searches = Array.from({ length: 20 }, (_, i) =>
    clientOf(SANDBOX + (i % 5))
      .post('/api/v1/candidates/search', { query: 'stilt' })
      .then(() => answered++),
  )
  try {
    for (let n = 0; n < 3; n++) expect(idsOf(await find('live', '"stilt walker"'))).toEqual([21])
    expect(answered).toBe(0)
  } finally {
    ended.resolve()
  }
  await Promise.all([holding, ...searches])
})

describe('the words of a sandbox are those of its own candidates (P-921)', () => {
  const many = (prefix: string) =>
    Array.from({ length: limits.wordsPerWildcard + 1 }, (_, n) => `${prefix}${n.toString(36)}`).join(' ')
  const status = async (world: number | 'live', query: string) =>
    (await clientOf(world).post('/api/v1/candidates/search', { query })).status

  test('400: only the own world has too many words for a wildcard', async () => {
    await receive('live', 11, { summary: many('zl') })
    await receive(SANDBOX, 12, { summary: many('zs') })
    for (const [query, refused] of [
      ['zl*', 'live'],
      ['zs*', SANDBOX],
    ] as const)
      for (const world of ['live', SANDBOX, OTHER] as const)
        expect([query, world, await status(world, query)]).toEqual([
          query,
          world,
          world === refused ? 400 : 200,
        ])
  })

  test('200: suggestions are words of the own world', async () => {
    await receive('live', 13, { headline: 'Kubernetes' })
    await receive(SANDBOX, 14, { headline: 'Sourdough' })
    const nearest = async (world: number | 'live', query: string) =>
      (await find(world, query)).suggestions[0]?.nearest
    for (const [world, kubernetes, sourdough] of [
      ['live', ['kubernetes'], []],
      [SANDBOX, [], ['sourdough']],
      [OTHER, [], []],
    ] as const) {
      expect(await nearest(world, 'kubernetse')).toEqual(kubernetes)
      expect(await nearest(world, 'sourdogh')).toEqual(sourdough)
    }
  })

  test('200: a word goes with the profile that had it', async () => {
    await receive(SANDBOX, 15, { headline: 'Farrier' })
    expect((await find(SANDBOX, 'farier')).suggestions[0].nearest).toEqual(['farrier'])
    await receive(SANDBOX, 15, { headline: 'Cooper' })
    expect((await find(SANDBOX, 'farier')).suggestions[0].nearest).toEqual([])
    expect(idsOf(await find(SANDBOX, 'coop*'))).toEqual([15])
  })
})

describe('copies of the profiles of a sandbox', () => {
  test('the later activity and the newer profile stay, in whatever order they arrive', async () => {
    const at = (hours: number) => searchService.ago(hours * 3_600_000)
    const [first, second, third] = [at(3), at(2), at(1)]
    await receive(SANDBOX, 21, { headline: 'Glazier', version: 5, lastActiveAt: second })
    const activeAt = async () => (await find(SANDBOX, 'glazier')).items[0].lastActiveAt
    await receive(SANDBOX, 21, { headline: 'Saddler', version: 4, lastActiveAt: first })
    expect(await activeAt()).toBe(second)
    await receive(SANDBOX, 21, { headline: 'Glazier', version: 5, lastActiveAt: third })
    expect(await activeAt()).toBe(third)
    await receive(SANDBOX, 21, { headline: 'Glazier', version: 6, lastActiveAt: first })
    expect(await activeAt()).toBe(third)
    expect((await find(SANDBOX, 'saddler')).total).toBe(0)
  })

  test('a hidden candidate keeps no text; a consent that lapses hides', async () => {
    await receive(SANDBOX, 22, {
      headline: 'Chandler of Trondheim',
      consentExpiresAt: searchService.ago(-1_000),
    })
    expect((await find(SANDBOX, 'chandler')).total).toBe(1)
    await searchService.advanceClock(2_000)
    expect((await find(SANDBOX, 'chandler')).total).toBe(0)
    await receive(SANDBOX, 22, { headline: 'Chandler of Trondheim' })
    expect((await find(SANDBOX, 'chandler')).total).toBe(1)
    await receive(SANDBOX, 22, { headline: 'Chandler of Trondheim', isSearchable: false })
    expect((await find(SANDBOX, 'chandler')).total).toBe(0)
    expect(await findTextInDatabase(searchService.databaseUrl, ['of Trondheim'])).toEqual([])
  })

  test('documents that this tokeniser version lacks are made before a search; none is searched without them', async () => {
    const { deps } = searchService
    await receive(SANDBOX, 23, { headline: 'Wheelwright' })
    await deps.db.sql`update sandbox_document set tokeniser_version = 9999 where candidate_id = 23`
    const search = { sandboxId: SANDBOX, query: { type: 'term', word: 'wheelwright', at: 0 } as const }
    const filters = { countryNumbers: null, activeSince: null, now: deps.clock.now() }
    const found = deps.engine.search({ ...search, ...filters, words: new Map(), page: 1, pageSize: 1 })
    await expect(found).rejects.toMatchObject({ code: 'unavailable' })
    const dryRun = await clientOf(SANDBOX).post(
      '/api/v1/candidates/search',
      { query: 'wheel*' },
      { prefer: 'dry-run' },
    )
    expect(dryRun.status).toBe(200)
    expect(idsOf(await find(SANDBOX, 'wheel*'))).toEqual([23])
    await receive(SANDBOX, 23, { headline: 'Ropemaker' })
    expect(await deps.db.sql`select tokeniser_version from sandbox_document where candidate_id = 23`).toEqual(
      [{ tokeniserVersion: expect.not.closeTo(9999) }],
    )
  })

  test('an erasure leaves nothing of the person, and a later profile stores nothing (P-120)', async () => {
    const fields = { firstName: 'Hildefonsus', headline: 'Hildefonsus the tinker' }
    await receive(SANDBOX, 24, fields)
    await publishErased(searchService, 24)
    await erasuresConfirmed(searchService, [24])
    await receive(SANDBOX, 24, fields)
    expect(await findTextInDatabase(searchService.databaseUrl, ['Hildefonsus'])).toEqual([])
    expect((await find(SANDBOX, 'tinker')).total).toBe(0)
  })
})

describe('POST /api/v1/sandbox/unlocks/{candidateId}/end', () => {
  const end = (client: Client, id: number) => client.post(`/api/v1/sandbox/unlocks/${id}/end`, undefined)

  test('204: the next read of the profile costs a credit again', async () => {
    await receive(SANDBOX, 41, { headline: 'Fletcher' })
    const client = clientOf(SANDBOX)
    const costs = async () => (await client.get('/api/v1/candidates/41')).headers.get('x-credits-cost')
    expect([await costs(), await costs()]).toEqual(['1', '0'])
    expect((await end(client, 41)).status).toBe(204)
    const isOpen = async () =>
      (await client.get('/api/v1/candidates/unlocks')).body.items.find(
        (item: { candidateId: number }) => item.candidateId === 41,
      ).name
    expect(await isOpen()).toMatch(/\*\*\*/)
    expect([await costs(), await costs()]).toEqual(['1', '0'])
    expect(await isOpen()).not.toMatch(/\*\*\*/)
  })

  test('404: without an open window, of another sandbox, and with a live key', async () => {
    await receive(SANDBOX, 42, {})
    await receive('live', 43, {})
    expect((await end(clientOf(SANDBOX), 42)).status).toBe(404)
    await clientOf(SANDBOX).get('/api/v1/candidates/42')
    await clientOf('live').get('/api/v1/candidates/43')
    for (const [world, id] of [
      [OTHER, 42],
      [SANDBOX, 43],
      ['live', 43],
      ['live', 42],
    ] as const)
      expect([world, id, (await end(clientOf(world), id)).status]).toEqual([world, id, 404])
    for (const [world, id] of [
      [SANDBOX, 42],
      ['live', 43],
    ] as const)
      expect((await clientOf(world).get(`/api/v1/candidates/${id}`)).headers.get('x-credits-cost')).toBe('0')
  })
})
