import { fragment } from './sql.ts'

/** Whether a case-folded column of collation "C" starts with `q`, ignoring case (P-125). */
// A range, not `like`: the plan of a prepared statement knows no pattern. U+10FFFF is the last character.
export function startsWith(folded: ReturnType<typeof fragment>, q: string) {
  return fragment`${folded} >= lower(${q}::text) collate "C" and ${folded} < lower(${`${q}\u{10ffff}`}::text) collate "C"`
}
