import fc from 'fast-check'

const SURROGATES = 0x800

/** A random character, of all code points. With `unit: 'binary'`, fast-check first makes a table of them for a second. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + SURROGATES))
