import { expect, test } from 'vitest'
import type { Download, Visit } from '../http/page.ts'
import { csvExport, exportLink, lineOf, MAX_ROWS } from './export.ts'

test('a cell that a spreadsheet would run gets a quote; commas, quotes and line breaks are quoted (P-661)', () => {
  const cells = ['=1+1', '+31 6', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', 'a,b', 'say "hi"', 'two\nlines', '']
  expect(lineOf(cells)).toBe(
    `'=1+1,'+31 6,'-2,'@SUM(A1),'\tx,"'\rx","'\nx","a,b","say ""hi""","two\nlines",\r\n`,
  )
  expect(lineOf([-1, 0, true, null, undefined, 'Zoë'])).toBe('-1,0,true,,,Zoë\r\n')
})

/** The file of a list of `total` numbers, and the queries of its pages. */
async function fileOf(total: number, query: Record<string, string | string[]> = {}) {
  const asked: Record<string, unknown>[] = []
  const page = csvExport<number>({
    path: '/numbers/export',
    roles: [],
    name: 'numbers',
    filters: ['q', 'tag'],
    columns: () => ({ Number: (row) => row }),
    async read(_visit, sent) {
      asked.push(sent)
      const from = Number(sent.cursor ?? 0)
      const items = Array.from({ length: Math.min(100, total - from) }, (_, index) => from + index)
      return { items, nextCursor: from + 100 < total ? String(from + 100) : null }
    },
  })
  const visit = { request: { query }, now: new Date('2026-11-26T09:00:00Z') } as unknown as Visit
  return { asked, visit, file: (await page.handle(visit)) as Download }
}

test('a file has a byte order mark, its heads and every row once, with the filters of the address alone', async () => {
  const { asked, visit, file } = await fileOf(250, { q: 'x', tag: ['a', 'b'], other: 'y', cursor: '9' })
  let text = ''
  for await (const part of file.lines(async () => visit)) text += part
  expect(file.name).toBe('numbers-2026-11-26.csv')
  expect(text.split('\r\n').slice(0, 3)).toEqual(['\uFEFFNumber', '0', '1'])
  expect(text.split('\r\n')).toHaveLength(252)
  expect(asked).toEqual(
    [{}, { cursor: '100' }, { cursor: '200' }].map((place) => {
      return { q: 'x', tag: ['a', 'b'], pageSize: 100, ...place }
    }),
  )
})

test(`a file ends after ${MAX_ROWS} rows and says so; the link says it before (P-661)`, async () => {
  for (const [total, isCut] of [
    [MAX_ROWS, false],
    [MAX_ROWS + 1, true],
    [MAX_ROWS + 250, true],
  ] as const) {
    const { asked, visit, file } = await fileOf(total)
    const lines: string[] = []
    for await (const part of file.lines(async () => visit)) lines.push(...part.trimEnd().split('\r\n'))
    const last = isCut
      ? '"Only the first 100,000 rows. Narrow the list to export the others."'
      : String(MAX_ROWS - 1)
    expect([asked.length, lines.length, lines.at(-1)]).toEqual([1_000, MAX_ROWS + 1 + Number(isCut), last])
  }
  const linkOf = (total: number) => JSON.stringify(exportLink('/x/export', { page: 2, q: 'a b' }, total))
  expect(linkOf(MAX_ROWS)).toContain('"/x/export?q=a+b"')
  expect([linkOf(MAX_ROWS), linkOf(MAX_ROWS + 1)].map((link) => link.includes('first 100,000'))).toEqual([
    false,
    true,
  ])
})

test('a page is read when the one before it was taken, and none after the reader has gone', async () => {
  const { asked, visit, file } = await fileOf(1_000)
  const lines = file.lines(async () => visit)
  for (let part = 0; part < 3; part++) await lines.next()
  expect(asked).toHaveLength(2)
  await lines.return(undefined)
  expect(asked).toHaveLength(2)
})
