/** The text with plain letters in place of lower-case ones with a stroke or ligature, which Unicode does not decompose, and of
 * the final sigma: `ø` is `o`. */
export function plainLetters(text: string): string {
  return text.replace(UNDECOMPOSED, (letter) => PLAIN[letter]!)
}

const UNDECOMPOSED = /[æðøþđħłŧœς]/g
const PLAIN: Record<string, string> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  œ: 'oe',
  ς: 'σ',
}
