import type { Tx } from '@jobboard/db/sql'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { expect, test } from 'vitest'
import { deleteCandidate } from '../src/candidates/erase-store.ts'
import { currentTokeniser } from '../src/documents/document.ts'
import { documentsOf } from '../src/documents/store.ts'
import { deleteRemovedWords } from '../src/documents/timers.ts'
import { deleteUnusedWords, lockRemovedWords } from '../src/documents/tokeniser-store.ts'
import { service } from '../src/service.ts'
import { startSearch, testProfile } from './support/setup.ts'

const searchService = await startSearch()

const find = (text: string) => findTextInDatabase(searchService.databaseUrl, [text])
const runTimer = () =>
  service.timers!.find(({ name }) => name === 'delete-removed-words')!.run(searchService.deps)

/** The words of the vocabulary, and those of all documents. */
async function words() {
  const { sql } = searchService.deps.db
  const listed = await sql<{ word: string }>`select word from cv_word_3 order by word`
  const held = await sql<{ word: string }>`
    select word from candidate_document_3, unnest(tsvector_to_array(terms)) as word
    group by word order by word collate "C"`
  return { listed: listed.map(({ word }) => word), held: held.map(({ word }) => word) }
}

test('a word that a candidate removed before the erasure is in no table once the erasure is confirmed', async () => {
  await searchService.receiveProfile(1, { headline: 'Ask for Radbodine' })
  await searchService.receiveProfile(1, { headline: 'Ask me', summary: 'Ekkeharda' })
  await searchService.receiveProfile(1, { headline: 'Ask me', isSearchable: false })
  expect(await find('radbodine')).not.toEqual([])
  await publishErased(searchService, 1)
  await erasuresConfirmed(searchService, [1])
  expect([...(await find('radbodine')), ...(await find('ekkeharda'))]).toEqual([])
})

test('words that left a profile or belong to a hidden one are deleted; words of other profiles stay', async () => {
  await searchService.receiveProfile(2, { headline: 'cooper Wunibalda' })
  await searchService.receiveProfile(3, { headline: 'cooper Gertrudine' })
  await searchService.receiveProfile(4, { headline: 'cooper', skills: ['staves'] })
  await searchService.receiveProfile(2, { headline: 'turner' })
  await searchService.receiveProfile(3, { isSearchable: false, headline: 'cooper Gertrudine' })
  await runTimer()
  expect([...(await find('wunibalda')), ...(await find('gertrudine'))]).toEqual([])
  expect(await searchService.foundIds('cooper OR turn*')).toEqual([2, 4])
  const { listed, held } = await words()
  expect(listed).toEqual(held)
  expect(await searchService.deps.db.sql`select 1 from removed_word`).toEqual([])
})

test('an unchanged document lists no word, a changed one those that it no longer has', async () => {
  await searchService.receiveProfile(5, { headline: 'one two' })
  await searchService.receiveProfile(5, { headline: 'one two' })
  await searchService.receiveProfile(5, { headline: 'two three' })
  await searchService.receiveProfile(5, { headline: 'two three four' })
  expect(
    await searchService.deps.db.sql`
      select candidate_id, tokeniser_version, words from removed_word where candidate_id = 5`,
  ).toEqual([{ candidateId: 5, tokeniserVersion: 3, words: ['one'] }])
})

/** Ends the wait of `work`, which must not have resolved before. */
async function resolvesAfter<T>(work: Promise<T>, release: () => Promise<unknown>): Promise<T> {
  let isResolved = false
  void work.then(() => {
    isResolved = true
  })
  await lockWait(searchService.deps.db.sql)
  expect(isResolved).toBe(false)
  await release()
  return work
}

/** A transaction that commits when the returned function is called. */
async function openTransaction(work: (sql: Tx) => Promise<void>): Promise<() => Promise<void>> {
  const worked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction = searchService.deps.db.tx(async (sql) => {
    await work(sql)
    worked.resolve()
    await released.promise
  })
  await Promise.race([worked.promise, transaction])
  return async () => {
    released.resolve()
    await transaction
  }
}

const isListed = async (word: string) => (await words()).listed.includes(word)

test('a word that another profile gains meanwhile stays: the deletion waits for that profile', async () => {
  await searchService.receiveProfile(20, { headline: 'larch' })
  await searchService.receiveProfile(20, { headline: 'none' })
  await searchService.receiveProfile(21, { headline: 'none' })
  const commit = await openTransaction((sql) =>
    documentsOf(currentTokeniser).put(sql, [
      { id: 21, version: 1, profile: testProfile(21, { headline: 'larch' }) },
    ]),
  )
  await resolvesAfter(deleteRemovedWords(searchService.deps.db), commit)
  expect(await searchService.foundIds('lar*')).toEqual([21])
})

test('words that other profiles hold are kept without waiting for profiles that are being stored', async () => {
  await searchService.receiveProfile(22, { headline: 'rowan' })
  await searchService.receiveProfile(23, { headline: 'rowan' })
  await runTimer()
  await searchService.receiveProfile(22, { headline: 'none' })
  const commit = await openTransaction((sql) =>
    documentsOf(currentTokeniser).put(sql, [
      { id: 23, version: 1, profile: testProfile(23, { headline: 'rowan', skills: ['other'] }) },
    ]),
  )
  expect(await deleteRemovedWords(searchService.deps.db)).toBe(true)
  await commit()
  expect(await isListed('rowan')).toBe(true)
})

test('of two candidates who share a word and are erased at once, the second erasure deletes it', async () => {
  for (const id of [24, 25]) await searchService.receiveProfile(id, { headline: 'spruce' })
  const commit = await openTransaction((sql) => deleteCandidate(sql, 24))
  await resolvesAfter(
    searchService.deps.db.tx((sql) => deleteCandidate(sql, 25)),
    commit,
  )
  expect(await isListed('spruce')).toBe(false)
})

test('a word that leaves a profile while an erasure of its last other holder runs is deleted afterwards', async () => {
  for (const id of [26, 27]) await searchService.receiveProfile(id, { headline: 'hornbeam' })
  const commit = await openTransaction((sql) => deleteCandidate(sql, 26))
  await searchService.receiveProfile(27, { headline: 'none' })
  await runTimer()
  await commit()
  await runTimer()
  expect(await isListed('hornbeam')).toBe(false)
})

test('of many words those that the newest profiles hold are not looked up in the index', async () => {
  const shared = Array.from({ length: 30 }, (_, i) => `plank${i}`)
  await searchService.receiveProfile(30, { headline: shared.join(' ') })
  const lookedUp: unknown[] = []
  await searchService.deps.db.tx(async (sql) => {
    const recording = Object.assign(
      (text: TemplateStringsArray, ...values: unknown[]) => {
        if (text.join('').includes('as listed')) lookedUp.push(...(values[0] as string[]))
        return sql(text, ...values)
      },
      { notify() {} },
    )
    await lockRemovedWords(sql)
    await deleteUnusedWords(recording as Tx, 3, [...shared, 'splinter'])
  })
  expect(lookedUp).toEqual(['splinter'])
  expect(await isListed('plank7')).toBe(true)
})

test('one run of the timer deletes the words of any number of changes', async () => {
  for (let i = 0; i < 25; i++) await searchService.receiveProfile(28, { headline: `timber${i}` })
  await runTimer()
  expect(await searchService.deps.db.sql`select word from cv_word_3 where word like 'timber%'`).toEqual([
    { word: 'timber24' },
  ])
})

test('profiles that gain, lose and share words beside deletions: the vocabulary is the words of all documents', async () => {
  const shared = ['alder', 'birch', 'cedar', 'dogwood']
  const headlineOf = (id: number, round: number) =>
    shared.filter((_, index) => (id + round + index) % 3 === 0).join(' ')
  const ids = Array.from({ length: 8 }, (_, index) => 100 + index)
  let isWriting = true
  const deleting = [1, 2].map(async () => {
    while (isWriting) await deleteRemovedWords(searchService.deps.db)
  })
  await Promise.all(
    ids.map(async (id) => {
      for (let round = 0; round < 25; round++) {
        const isSearchable = (id + round) % 5 !== 0
        await searchService.receiveProfile(id, { headline: headlineOf(id, round), isSearchable })
      }
    }),
  )
  isWriting = false
  await Promise.all(deleting)
  await runTimer()
  const { listed, held } = await words()
  expect(listed).toEqual(held)
})
