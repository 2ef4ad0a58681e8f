import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InMemoryLedgers, type LedgerEntry } from '../../test/support/in-memory-ledgers.ts'
import { decodeCursor, type EntryPage, encodeCursor, ledgerOwners, readMergedPage } from './entries.ts'

test('a cursor decodes to the position that it was made from, and is safe in a URL', () => {
  const position = fc.record({
    createdAt: fc
      .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    owner: fc.constantFrom(...ledgerOwners),
    id: fc.integer({ min: 1, max: 999_999_999_999_999 }),
  })
  fc.assert(
    fc.property(position, (value) => {
      const cursor = encodeCursor(value)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(decodeCursor(cursor)).toEqual(value)
    }),
  )
})

test('400: text that is not a cursor', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const almost = ['', '1.jobs', '1.accounts.1', '-1.jobs.1', '1.jobs.1.1', '1.jobs.-1', '1e3.jobs.1']
  const tooLong = [`${'9'.repeat(15)}.jobs.1`, `1.jobs.${'9'.repeat(16)}`]
  const invalid = [...almost, ...tooLong].map(encoded)
  for (const text of ['', 'abc', '1.jobs.1', 'x'.repeat(10_000), ...invalid]) {
    expect(() => decodeCursor(text), text).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decodeCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    }),
  )
})

// Few different timestamps, so that equal ones are common.
const entry = fc.record({ owner: fc.constantFrom('jobs', 'search'), second: fc.nat(9) } as const)
const entries = fc.array(entry, { maxLength: 60, size: 'max' })
const pageSize = fc.integer({ min: 1, max: 9 })
const step = fc.integer({ min: 1, max: 20 })

/** All pages by `nextCursor`, from the first one or from a cursor. */
async function walkByCursor(
  { read }: InMemoryLedgers,
  take: number,
  first: string | null = null,
): Promise<LedgerEntry[][]> {
  const pages: LedgerEntry[][] = []
  let cursor = first
  do {
    const position = cursor === null ? undefined : decodeCursor(cursor)
    const page: EntryPage<LedgerEntry> = await readMergedPage(read, { position, skip: 0, take, step: 5 })
    pages.push(page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
}

/** All pages by number, up to the first one past the end. */
async function walkByPage({ read }: InMemoryLedgers, take: number, stepSize: number) {
  const pages: { items: LedgerEntry[]; total: number; nextCursor: string | null }[] = []
  do {
    pages.push(await readMergedPage(read, { skip: pages.length * take, take, step: stepSize }))
  } while (pages.at(-1)!.items.length > 0)
  return pages
}

test('walking by cursor gives every entry once, in order, and ends with the last entry', async () => {
  await fc.assert(
    fc.asyncProperty(entries, pageSize, async (given, take) => {
      const ledgers = new InMemoryLedgers(given)
      const pages = await walkByCursor(ledgers, take)
      expect(pages.flat()).toEqual(ledgers.inOrder())
      expect(pages).toHaveLength(Math.max(1, Math.ceil(given.length / take)))
    }),
    { numRuns: randomRuns(500) },
  )
})

test('walking by page gives every entry once, in order; each page has the total and a cursor to the rest', async () => {
  await fc.assert(
    fc.asyncProperty(entries, pageSize, step, async (given, take, stepSize) => {
      const ledgers = new InMemoryLedgers(given)
      const all = ledgers.inOrder()
      const pages = await walkByPage(ledgers, take, stepSize)
      expect(pages.flatMap(({ items }) => items)).toEqual(all)
      for (const [index, { total, nextCursor }] of pages.entries()) {
        expect(total).toBe(given.length)
        const following = all.slice((index + 1) * take)
        expect(nextCursor === null).toBe(following.length === 0)
        if (nextCursor) expect((await walkByCursor(ledgers, take, nextCursor)).flat()).toEqual(following)
      }
    }),
    { numRuns: randomRuns(200) },
  )
})

// Entries are inserted before each read, in either ledger, newer and older than the page and with its timestamps.
const inserts = fc.infiniteStream(fc.array(entry, { maxLength: 2 }))

test('inserts while walking by cursor: no earlier entry is skipped, none comes twice, and the order holds', async () => {
  await fc.assert(
    fc.asyncProperty(entries, pageSize, inserts, async (given, take, added) => {
      const ledgers = new InMemoryLedgers(given)
      const before = ledgers.inOrder()
      ledgers.insertWhileReading(added, 40)
      const walked = (await walkByCursor(ledgers, take)).flat()
      expect(new Set(walked).size).toBe(walked.length)
      expect(walked.filter((one) => before.includes(one))).toEqual(before)
      expect(walked).toEqual(ledgers.inOrder().filter((one) => walked.includes(one)))
    }),
    { numRuns: randomRuns(500) },
  )
})

test('inserts while walking by page: no earlier entry is skipped, and no page has an entry twice', async () => {
  await fc.assert(
    fc.asyncProperty(entries, pageSize, step, inserts, async (given, take, stepSize, added) => {
      const ledgers = new InMemoryLedgers(given)
      const before = ledgers.inOrder()
      ledgers.insertWhileReading(added, 40)
      const pages = (await walkByPage(ledgers, take, stepSize)).map(({ items }) => items)
      const walked = new Set(pages.flat())
      expect(before.filter((one) => !walked.has(one))).toEqual([])
      for (const items of pages) {
        expect(items).toEqual(ledgers.inOrder().filter((one) => items.includes(one)))
      }
    }),
    { numRuns: randomRuns(150) },
  )
})

test('400: a page that ends deeper than 10 000 entries of a longer list; past the end is an empty page', async () => {
  const list = (length: number) =>
    new InMemoryLedgers(
      Array.from({ length }, (_, i) => ({ owner: i % 3 ? 'jobs' : 'search', second: i }) as const),
    )
  const page = ({ read }: InMemoryLedgers, number: number) =>
    readMergedPage(read, { skip: (number - 1) * 100, take: 100, step: 1_000 })

  const long = list(10_001)
  expect((await page(long, 100)).items).toEqual(long.inOrder().slice(9_900, 10_000))
  expect([long.reads, long.counts]).toEqual([2 * (10 + 1), 2])
  await expect(page(long, 101)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'page: reaches only the newest 10000 entries; pass kind, or follow nextCursor with cursor.',
  })
  const pastTheEnd = { total: 10_001, items: [], nextCursor: null }
  expect(await page(long, 102)).toEqual(pastTheEnd)
  expect(await page(long, 2_147_483_647)).toEqual(pastTheEnd)
  const { items, nextCursor } = await page(list(9_901), 100)
  expect([items.length, nextCursor]).toEqual([1, null])
})
