import { normalForm } from '@jobboard/contracts/characters'

/** Replaces typographic and full-width marks by their ASCII equivalents (D-40), one code unit by one, so positions in the
 * result are positions in the query. */
export function normalisePunctuation(query: string): string {
  return query.replace(MARK, (mark) => {
    const code = mark.charCodeAt(0)
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : (ASCII.get(mark) ?? mark)
  })
}

const ASCII = new Map<string, string>()
for (const mark of '“”„‟«»〝〞〟「」『』') ASCII.set(mark, '"')
for (const mark of '‘’‚‛‹›ʼ´`′') ASCII.set(mark, "'")
for (const mark of '、،') ASCII.set(mark, ',')
for (const mark of '؛') ASCII.set(mark, ';')

// The small and vertical forms of one mark: ﹐ is a comma. Of small signs ﹣ is a minus.
for (let code = 0xfe10; code <= 0xfe6b; code++) {
  const mark = String.fromCharCode(code)
  const form = normalForm(mark, 'NFKC')
  if (/^[!-~]$/.test(form)) ASCII.set(mark, form)
}

const MARK = new RegExp(`[\\uff01-\\uff5e${[...ASCII.keys()].join('')}]`, 'g')
