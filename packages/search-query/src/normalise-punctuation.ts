/** The query with typographic and full-width marks as their ASCII relatives (D-40), code unit for code unit, so
 * that a position in the result is a position in the query. */
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

const MARK = new RegExp(`[\\uff01-\\uff5e${[...ASCII.keys()].join('')}]`, 'g')
