import { expect, test } from 'vitest'
import { findVerifiers, vectors, verdictsOf } from './support/vectors.ts'

test.each(findVerifiers((language) => language === 'Go'))(
  '$language: the code of the guide accepts and refuses its test vectors',
  async (verifier) => {
    expect(await verdictsOf(verifier)).toEqual(vectors.map(({ name, valid }) => [name, valid]))
  },
  // The first run compiles the standard library.
  300_000,
)
