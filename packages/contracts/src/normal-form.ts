/** Marks that a letter keeps, as in Unicode's stream-safe text format (UAX #15); no language needs more than a few. */
const MAX_MARKS = 30

/** Unicode's normal form of a text, in linear time. Of the marks on one letter those after the 30th are dropped first,
 * counted as NFKD has them: to sort a run of marks takes time that grows with the square of its length. */
export function normalForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replace(LONG_RUN, withoutMarksBeyond).normalize(form)
}

// The halfwidth voiced sound marks of Katakana are letters of which NFKD makes marks. No character has more than three
// marks in NFKD, so a letter and eight marks never exceed 30.
const MARK = '[\\p{M}\\uff9e\\uff9f]'
const LONG_RUN = new RegExp(`[\\s\\S]?${MARK}{9,}`, 'gu')
const EACH_MARK = /\p{M}/gu

function withoutMarksBeyond(run: string): string {
  let marks = 0
  let end = 0
  for (const character of run) {
    marks += character.normalize('NFKD').match(EACH_MARK)?.length ?? 0
    if (marks > MAX_MARKS) break
    end += character.length
  }
  return run.slice(0, end)
}
