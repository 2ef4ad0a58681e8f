/** With `npm run test:all` every code point; with `npm test` those below U+20000 except ideographs and Hangul syllables, which
 * have neither case nor marks. */
export function codePoints(): number[] {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
  if (process.env.LONG_TESTS === 'true') return all
  return all.filter(
    (code) => code < 0x3400 || (code >= 0xa000 && code < 0xac00) || (code >= 0xd800 && code < 0x20000),
  )
}
