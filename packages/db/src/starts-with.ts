import { fragment } from './sql.ts'

type Fragment = ReturnType<typeof fragment>

/** Whether a case-folded column of collation "C" starts with `q`, ignoring case, in composed or decomposed accents. */
export function startsWith(folded: Fragment, q: string): Fragment {
  if (!/[^\0-\x7f]/.test(q)) return isInRange(folded, fragment`${q}::text`)
  const forms = [fragment`normalize(${q}::text, NFC)`, fragment`normalize(${q}::text, NFD)`]
  return fragment`(${isInRange(folded, forms[0]!)} or ${isInRange(folded, forms[1]!)})`
}

// A range, not `like`: the plan of a prepared statement knows no pattern. U+10FFFF is the last character.
function isInRange(folded: Fragment, q: Fragment): Fragment {
  return fragment`${folded} >= lower(${q}) collate "C" and ${folded} < lower(${q} || ${'\u{10ffff}'}::text) collate "C"`
}
