import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { FUNDED_EMPLOYER, startSearch } from './support/setup.ts'

const searchService = await startSearch()
await searchService.receiveProfile(1, {
  headline: 'Weaver, ada.quill.1@post.example',
  skills: ['Looms', 'Jacquard weaving'],
  summary: 'Reach me at 912 34 101.',
  employmentHistory: [
    { title: 'Weaver', employer: 'Wool & Sons', description: '', startMonth: null, endMonth: null },
  ],
})
await searchService.receiveProfile(2, { headline: 'Spinner', skills: ['Looms'] })

test('200: with matches each candidate lists the terms that matched and their sections', async () => {
  const { body } = await searchService.search(FUNDED_EMPLOYER, 'loom* AND (WEAVER OR spinner OR wool)', {
    matches: true,
  })
  expect(body.items.map(({ candidateId, matches }) => [candidateId, matches])).toEqual([
    [
      2,
      [
        { term: 'loom*', sections: ['skills'] },
        { term: 'spinner', sections: ['headline'] },
      ],
    ],
    [
      1,
      [
        { term: 'loom*', sections: ['skills'] },
        { term: 'weaver', sections: ['headline', 'employmentHistory'] },
      ],
    ],
  ])
})

test('200: no list of terms spells out a masked contact detail (D-44)', async () => {
  const terms = [
    'ada',
    'quill',
    'post',
    'example',
    '912',
    '34',
    '101',
    'po*',
    '91*',
    '"912 34"',
    '"post example"',
  ]
  const { body } = await searchService.search(FUNDED_EMPLOYER, `jacquard OR ${terms.join(' OR ')}`, {
    matches: true,
  })
  expect(body.items.map(({ candidateId, matches }) => [candidateId, matches])).toEqual([
    [1, [{ term: 'jacquard', sections: ['skills'] }]],
  ])
})

test.each([undefined, null, false])(
  '200: with matches %s the response is the one without the field, byte for byte',
  async (matches) => {
    const plain = await searchService.search(FUNDED_EMPLOYER, 'looms')
    const { text } = await searchService.search(FUNDED_EMPLOYER, 'looms', { matches })
    expect(text).toBe(plain.text)
    expect(Object.keys(plain.body)).toEqual(['total', 'page', 'pageSize', 'items'])
    expect(plain.body.items[0]).not.toHaveProperty('matches')
  },
)

test('a search with matches does not lock the balance while it looks for them', async () => {
  const skills = Array(200).fill('carder '.repeat(14).trim())
  for (let id = 100; id < 150; id++) await searchService.receiveProfile(id, { skills })
  const phrases = Array.from({ length: 40 }, (_, i) => `"${'carder '.repeat(5)}n${i}"`)
    .join(' OR ')
    .concat(' OR carder')
  const search = async (query: string, matches: boolean) =>
    expect((await searchService.search(FUNDED_EMPLOYER, query, { matches, pageSize: 100 })).status).toBe(200)
  // Between its candidates other requests run. With a locked balance no plain search ends before it, however often this is
  // tried; without one, a busy machine may delay those of one round.
  await eventually('three plain searches end during one with matches', async () => {
    let hasEnded = false
    const withMatches = search(phrases, true).then(() => {
      hasEnded = true
    })
    for (let i = 0; i < 3; i++) await search('loom*', false)
    const areFirst = !hasEnded
    await withMatches
    return areFirst
  })
})

test('400: matches that is no boolean is refused by name and costs nothing', async () => {
  await searchService.grant(1, 'CvSearch', 1)
  const response = await searchService.search(1, 'looms', { matches: 'yes' })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain('matches')
  expect(await searchService.debits(1)).toBe(0)
})

const QUERY_HEADER = 'x-query-normalized'

test('200: X-Query-Normalized is the query as it was evaluated; sent decoded, it finds the same', async () => {
  const sent = 'LOOMS (Spinner | “Jacquard  Weaving” OR москва) -réd*'
  const first = await searchService.search(FUNDED_EMPLOYER, sent)
  const header = first.headers.get(QUERY_HEADER)!
  expect(header).toBe(
    'looms AND (spinner OR "jacquard weaving" OR %D0%BC%D0%BE%D1%81%D0%BA%D0%B2%D0%B0) AND NOT red*',
  )
  const again = await searchService.search(FUNDED_EMPLOYER, decodeURIComponent(header))
  expect([again.text, again.headers.get(QUERY_HEADER)]).toEqual([first.text, header])
  expect(first.body.total).toBe(2)
})

test('X-Query-Normalized: absent on refusals, the same on a replay, absent when it is too long', async () => {
  expect((await searchService.search(FUNDED_EMPLOYER, 'looms AND')).headers.get(QUERY_HEADER)).toBeNull()
  expect((await searchService.search(2, 'looms')).headers.get(QUERY_HEADER)).toBeNull()
  const post = () =>
    searchService
      .asRecruiter(FUNDED_EMPLOYER)
      .post('/api/v1/candidates/search', { query: 'LOOMS' }, { 'idempotency-key': 'echo' })
  for (const response of [await post(), await post()])
    expect(response.headers.get(QUERY_HEADER)).toBe('looms')
  const long = await searchService.search(FUNDED_EMPLOYER, `looms OR ${'москва'.repeat(10)} `.repeat(20))
  expect([long.status, long.headers.get(QUERY_HEADER)]).toEqual([200, null])
})
