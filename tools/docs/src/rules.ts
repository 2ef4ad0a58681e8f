import type { Checkout } from './checkout.ts'

/** One rule of `docs/rules`: its heading is its id, and nothing else. */
export interface Rule {
  /** `D-16`, `P-24` or `Spec §4.1`. */
  id: string
  file: string
  /** Of the heading, counted from 1. */
  line: number
  body: string
}

/** A line that cites a rule. */
export interface Citation {
  id: string
  file: string
  line: number
}

const FOLDER = 'docs/rules/'
const HEADING = /^## ((?:[DP]-\d{2,3}|Spec §\d+(?:\.\d+)*))$/
const TEXT_FILE = /\.(ts|mjs|cjs|js|py|sql|md|sh|ya?ml)$/
const TEST_FILE = /\.test\.(ts|mjs)$|\/test_\w+\.py$/
// An applied migration never changes, so its comments keep the ids of their time.
const APPLIED = /\/migrations\/[^/]+\.sql$/
// `ALP-003` and the parts of a UUID are no ids.
const ID = /(?<![\w-])[DP]-\d{2,3}(?!\d)|Spec §\d+(?:\.\d+)*/g

/** Every rule, in the order of files and lines. */
export function readRules({ files, read }: Checkout): Rule[] {
  return files
    .filter((file) => file.startsWith(FOLDER) && file.endsWith('.md'))
    .flatMap((file) => rulesOf(file, read(file)))
}

/** Every line that cites a rule, in code, tests and documents. */
export function readCitations({ files, read }: Checkout): Citation[] {
  return files
    .filter((file) => TEXT_FILE.test(file) && !APPLIED.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((text, index) => {
          return [...text.matchAll(ID)].map(([id]) => ({ id, file, line: index + 1 }))
        }),
    )
}

/** Rules that are defined twice or that no test holds, and citations of rules that do not exist. */
export function ruleBreaches(rules: readonly Rule[], citations: readonly Citation[]): string[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]))
  const held = new Set(citations.filter(isTest).map(({ id }) => id))
  return [
    ...rules
      .filter((rule) => known.get(rule.id) !== rule)
      .map(({ id, file, line }) => `${file}:${line}: ${id} is defined twice; also in ${known.get(id)!.file}`),
    ...rules
      .filter(({ id, body }) => !held.has(id) && !/^- No test:/m.test(body))
      .map(
        ({ id, file, line }) =>
          `${file}:${line}: no test cites ${id}: cite it in the title of one, or add "- No test:" with the reason`,
      ),
    ...citations
      .filter(({ id }) => !known.has(id))
      .map(({ id, file, line }) => `${file}:${line}: ${id} is not defined in docs/rules`),
  ]
}

const isTest = ({ file }: Citation): boolean => TEST_FILE.test(file)

function rulesOf(file: string, text: string): Rule[] {
  const rules: Rule[] = []
  let isFenced = false
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isFenced = !isFenced
    const id = isFenced ? undefined : HEADING.exec(line)?.[1]
    if (id !== undefined) rules.push({ id, file, line: index + 1, body: '' })
    else if (rules.length > 0) rules.at(-1)!.body += `${line}\n`
  }
  return rules
}
