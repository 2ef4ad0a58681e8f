import type { Checkout } from './checkout.ts'

// Headings, tables, quotes, HTML, images and rules are no prose; a list item starts a paragraph of its own.
const NO_PROSE = /^\s*(#|\||>|<|!\[|---|===|$)/
const LIST_ITEM = /^\s*([-*+]|\d+\.)\s/
const FENCE = /^\s*```/
const ENDS_CLAUSE = /([.:!?)*|]|\s\s|\\)$/

/** The Markdown lines that end in the middle of a sentence, which shows as noise in every later diff of the paragraph. */
export function checkLineBreaks({ files, read }: Checkout): string[] {
  return files
    .filter((file) => file.endsWith('.md') && !file.includes('/fixtures/'))
    .flatMap((file) => brokenLines(read(file)).map((line) => `${file}:${line}: join it with the next line`))
}

/** Numbers of the broken lines, from 1. */
function brokenLines(text: string): number[] {
  const broken: number[] = []
  let isCode = false
  let above = ''
  for (const [index, line] of text.split('\n').entries()) {
    if (FENCE.test(line)) isCode = !isCode
    const isProse = !isCode && !FENCE.test(line) && !NO_PROSE.test(line)
    if (isProse && above !== '' && !LIST_ITEM.test(line) && !ENDS_CLAUSE.test(above)) broken.push(index)
    above = isProse ? line : ''
  }
  return broken
}
