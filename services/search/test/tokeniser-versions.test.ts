import { profileChanged } from '@jobboard/contracts/candidates/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { tokenise } from '@jobboard/search-query/tokenise'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import type { SearchEnv } from '../src/env.ts'
import { searchService } from '../src/service.ts'
import { bootSearch, FUNDED_EMPLOYER, testProfile } from './support/setup.ts'

const CANDIDATES = 120

/** A later release, whose tokeniser drops the word `stopword`. */
const laterRelease = searchService({
  version: 4,
  tokenise: (text) => tokenise(text.replaceAll('stopword', '')),
})

async function totalOf(replica: Booted<SearchEnv>, query: string): Promise<number | string> {
  const recruiter = {
    kind: 'recruiter' as const,
    employerId: FUNDED_EMPLOYER,
    userId: null,
    keyId: 1,
    scopes: [],
  }
  const { status, body } = await replica.as(recruiter).post('/api/v1/candidates/search', { query })
  return status === 200 ? body.total : status
}

test('two tokeniser versions on one database, with writes: each builds once, and each answers by its own documents', async () => {
  const old = await bootSearch()
  const { db } = old.deps
  let version = 0
  const publish = (id: number, headline: string, isSearchable = true) =>
    db.tx((sql) =>
      appendEvent(sql, profileChanged, {
        aggregateId: id,
        aggregateVersion: ++version,
        occurredAt: new Date(),
        data: { ...testProfile(id, { headline }), isSearchable, lastActiveAt: old.ago(0), version },
      }),
    )
  for (let id = 1; id <= CANDIDATES; id++)
    await old.receiveProfile(id, { headline: `rigger stopword r${id}`, version: ++version })
  const oldRows = () =>
    db.sql`select candidate_id, xmin::text, body from candidate_document_3 where candidate_id <= 60 order by 1`
  const before = await oldRows()

  const shared = { databaseUrl: old.databaseUrl, natsUrl: old.natsUrl }
  const next = await boot(laterRelease, shared)
  try {
    expect(await totalOf(old, 'rigger')).toBe(CANDIDATES)
    await eventually(
      'the later release is ready',
      async () => (await fetch(`${next.url}/healthz/ready`)).status === 200,
    )
    expect(await totalOf(next, 'rigger')).toBe(CANDIDATES)
    expect([await totalOf(old, 'stopword'), await totalOf(next, 'stopword')]).toEqual([CANDIDATES, 0])

    // Whichever release consumes an event first, both index it.
    for (let id = 61; id <= 100; id++) await publish(id, `sailor stopword s${id}`)
    for (let id = 101; id <= CANDIDATES; id++) await publish(id, 'hidden', false)
    for (const replica of [old, next]) {
      await eventually('the changed profiles', async () => (await totalOf(replica, 'sailor')) === 40)
      await eventually('the hidden profiles', async () => (await totalOf(replica, 'rigger')) === 60)
    }
    expect([await totalOf(old, 'stopword'), await totalOf(next, 'stopword')]).toEqual([100, 0])
    // No document of the older version was rebuilt, and the build of the later one does not run again.
    expect(await oldRows()).toEqual(before)
    const newRows = () => db.sql`select candidate_id, xmin::text from candidate_document_4 order by 1`
    const built = await newRows()
    expect(built).toHaveLength(100)
    for (const service of [searchService(), laterRelease]) {
      for (const timer of service.timers!) await timer.run(service === laterRelease ? next.deps : old.deps)
    }
    expect(await newRows()).toEqual(built)
    expect(await oldRows()).toEqual(before)
  } finally {
    await next.stop()
    await old.stop()
  }
})

test('503: a version whose documents are not complete searches nothing, costs nothing and is not ready', async () => {
  const old = await bootSearch()
  const { db } = old.deps
  await old.receiveProfile(1, { headline: 'rigger' })
  await old.grant(2, 'CvSearch', 1)
  await db.sql`update tokeniser set is_complete = false, built_to = 0`
  // The build waits for the lock of the candidate.
  await db.tx(async (sql) => {
    await sql`select 1 from candidate where id = 1 for update`
    expect((await old.search(2, 'rigger')).status).toBe(503)
    expect(await old.debits(2)).toBe(0)
    expect((await fetch(`${old.url}/healthz/ready`)).status).toBe(503)
  })
  // An advance runs the timers at once.
  await old.advanceClock(1)
  await eventually('the build', async () => (await old.search(2, 'rigger')).status === 200)
  expect(await old.debits(2)).toBe(1)
  await old.stop()
})

test('documents, durables and inbox rows of a version that no process used for a day are removed', async () => {
  const old = await bootSearch()
  const { db, bus } = old.deps
  const shared = { databaseUrl: old.databaseUrl, natsUrl: old.natsUrl }
  await old.receiveProfile(1, { headline: 'rigger' })
  const next = await boot(laterRelease, shared)
  await eventually('the build', async () => (await totalOf(next, 'rigger')) === 1)
  await next.stop()
  const remove = searchService().timers!.find(({ name }) => name === 'remove-documents')!
  await remove.run(old.deps)
  expect(await db.sql`select 1 from candidate_document_4`).toHaveLength(1)
  await db.sql`update tokeniser set seen_at = now() - interval '25 hours' where version = 4`
  await remove.run(old.deps)
  expect(await db.sql`select 1 from candidate_document_4`).toEqual([])
  const durables = (await bus.jsm.consumers.list('EVT_CANDIDATE').next()).map(({ name }) => name)
  expect(durables).toContain('search_candidate_profile_3')
  expect(durables).not.toContain('search_candidate_profile_4')
  // Rolled forward again, it builds its documents again.
  const again = await boot(laterRelease, shared)
  await eventually('the second build', async () => (await totalOf(again, 'rigger')) === 1)
  expect(await totalOf(old, 'rigger')).toBe(1)
  await again.stop()
  await old.stop()
})

test('an installation of before: its documents with hidden words are not searched; previews are masked at once, searches are 503 until the new documents are built', async () => {
  const search = await bootSearch()
  const { db } = search.deps
  const headline = 'rigger Quill, ask for secretmail@post.example'
  await search.receiveProfile(1, { headline })
  // As the release before has left it: tokeniser version 1, with the words of the whole profile.
  await db.sql`
    insert into candidate_document (candidate_id, tokeniser_version, terms, body)
    values (1, 1, array_to_tsvector(array['rigger', 'quill', 'secretmail']), '|/rigger/quill/secretmail/|')`
  await db.sql`insert into cv_word values ('rigger'), ('quill'), ('secretmail')`
  await db.sql`truncate candidate_document_3, cv_word_3`
  const preview = async () => {
    const { status, body } = await search.asRecruiter(1).get('/api/v1/candidates/1/preview')
    return [status, body.headline]
  }
  await db.tx(async (sql) => {
    // The build waits for the lock of the candidate.
    await sql`select 1 from candidate where id = 1 for update`
    await db.sql`update tokeniser set is_complete = false, built_to = 0 where version = 3`
    expect((await search.search(FUNDED_EMPLOYER, 'secretmail')).status).toBe(503)
    expect(await preview()).toEqual([200, 'rigger ***, ask for ***'])
  })
  await search.advanceClock(1)
  await eventually('the build', async () => (await search.search(FUNDED_EMPLOYER, 'rigger')).body.total === 1)
  expect(await search.foundIds('secretmail OR secretm* OR quill OR qui*')).toEqual([])
  expect(await db.sql`select word from cv_word_3 order by word`).toEqual([
    { word: 'ask' },
    { word: 'for' },
    { word: 'rigger' },
  ])
  expect(await preview()).toEqual([200, 'rigger ***, ask for ***'])
  await search.stop()
})
