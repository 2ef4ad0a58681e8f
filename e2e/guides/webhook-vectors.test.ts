import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { findVerifiers, secretBefore, vectors, verdictsOf } from './support/vectors.ts'

// The verification code of docs/guides/webhooks.md against the test vectors of the same page, in every language whose
// runtime is on this machine. Go compiles its standard library first: webhook-vectors.long.test.ts.
test.each(findVerifiers((language) => language !== 'Go'))(
  '$language: the code of the guide accepts and refuses its test vectors',
  async (verifier) => {
    expect(await verdictsOf(verifier)).toEqual(vectors.map(({ name, valid }) => [name, valid]))
  },
)

test('the test vectors are signed as this system signs', () => {
  const sign = (key: string, t: number, text: string) =>
    createHmac('sha256', key).update(`${t}.${text}`).digest('hex')
  for (const { header, now, secret: key, body: text } of vectors.filter((one) => one.valid)) {
    const t = Number(/t=(\d+)/.exec(header)![1])
    expect(header).toContain(`v1=${sign(key, t, text)}`)
    expect(Math.abs(now - t)).toBeLessThanOrEqual(300)
  }
  expect(vectors.filter(({ secret: key }) => key === secretBefore)).not.toEqual([])
  expect(vectors.filter(({ valid }) => !valid).length).toBeGreaterThan(5)
})
