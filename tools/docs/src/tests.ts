import type { Checkout } from './checkout.ts'
import type { Rule } from './rules.ts'

/** A line of a test that cites a rule. */
export interface CitingLine {
  file: string
  line: number
  text: string
}

const TEST_FILE = /\.test\.(ts|mjs)$/

/** How many rules a test holds, and those that none does: a test cites the rule, or the rule names a file after `Tests:`, or says
 * `No test:` and why, or `Not built yet`. */
export function checkTests(
  checkout: Checkout,
  rules: readonly Rule[],
): { count: number; breaches: string[] } {
  const cited = new Set(
    testFiles(checkout).flatMap((file) => [...checkout.read(file).matchAll(ID)].map(([id]) => id)),
  )
  const isHeld = ({ id, body }: Rule) => cited.has(id) || namedFiles(body).length > 0
  const held = rules.filter(isHeld)
  const breaches = rules
    .filter((rule) => !isHeld(rule) && !/^(- )?(No test:|Not built yet\b)/m.test(rule.body))
    .map(
      ({ id, file, line }) =>
        `${file}:${line}: no test cites ${id}: cite it in the title of one, or add "Tests:" with a file, "No test:" with the reason, or "Not built yet."`,
    )
  return { count: held.length, breaches }
}

const ID = /(?<![\w-])[DP]-\d{2,3}(?!\d)|Spec §\d+(?:\.\d+)*/g

/** The lines of tests that cite a rule. */
export function linesCiting(checkout: Checkout, id: string): CitingLine[] {
  return testFiles(checkout).flatMap((file) =>
    checkout
      .read(file)
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, text: text.trim() }))
      .filter(({ text }) => [...text.matchAll(ID)].some(([cited]) => cited === id)),
  )
}

/** The files after `Tests:`, whose tests hold the rule without citing it; that they exist is checked with all other paths. */
export function namedFiles(body: string): string[] {
  return [...body.matchAll(/^(?:- )?Tests: (.*)$/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
  )
}

function testFiles({ files }: Checkout): string[] {
  return files.filter((file) => TEST_FILE.test(file))
}
