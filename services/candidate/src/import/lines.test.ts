import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './lines.ts'

async function linesOf(chunks: Buffer[], maxBytes = 100): Promise<[number, string | undefined][]> {
  const lines: [number, string | undefined][] = []
  for await (const { number, bytes } of readLines(toStream(chunks), maxBytes)) {
    lines.push([number, bytes?.toString('latin1')])
  }
  return lines
}

async function* toStream(chunks: Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}

test('byte order mark, CRLF, blank lines and a last line without a line feed', async () => {
  const text = '\u{feff}{"a":1}\r\n\r\n \t\n{"b":2}\n\n{"c":3}'
  expect(await linesOf([Buffer.from(text)])).toEqual([
    [1, '{"a":1}\r'],
    [4, '{"b":2}'],
    [6, '{"c":3}'],
  ])
  expect(await linesOf([])).toEqual([])
  expect(await linesOf([Buffer.from('\u{feff}\n')])).toEqual([])
})

test('a line over the limit has no bytes, and the next line is whole', async () => {
  expect(await linesOf([Buffer.from('12345\n123456\n12345')], 5)).toEqual([
    [1, '12345'],
    [2, undefined],
    [3, '12345'],
  ])
})

test('a stream that fails returns its complete lines and not the unfinished one', async () => {
  async function* cut() {
    yield Buffer.from('{"a":1}\n{"b"')
    throw new Error('cut')
  }
  const numbers: number[] = []
  const reading = async () => {
    for await (const { number } of readLines(cut(), 100)) numbers.push(number)
  }
  await expect(reading()).rejects.toThrow('cut')
  expect(numbers).toEqual([1])
})

test('the lines do not depend on how the bytes are cut into chunks', async () => {
  const bytes = fc.array(fc.constantFrom(10, 13, 32, 65, 0xef, 0xbb, 0xbf, 0xff), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(bytes, fc.array(fc.nat(60), { maxLength: 5 }), async (list, cuts) => {
      const whole = Buffer.from(list)
      const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length]
      const chunks = places.slice(1).map((end, i) => whole.subarray(places[i], end))
      expect(await linesOf(chunks, 8)).toEqual(await linesOf([whole], 8))
    }),
  )
})
