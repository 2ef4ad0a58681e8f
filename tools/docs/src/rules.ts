import type { Checkout } from './checkout.ts'

/** One rule of `docs/rules`: its heading is its id, and nothing else. */
export interface Rule {
  /** `D-16`, `P-24` or `Spec §4.1`. */
  id: string
  file: string
  /** Of the heading, counted from 1. */
  line: number
  /** The lines below the heading; those of code blocks are empty. */
  body: string
}

const FOLDER = 'docs/rules/'
const HEADING = /^#{2,4} ((?:[DP]-\d{2,3}|Spec §\d+(?:\.\d+)*))$/

/** Every rule, in the order of files and lines. */
export function readRules({ files, read }: Checkout): Rule[] {
  return files
    .filter((file) => file.startsWith(FOLDER) && file.endsWith('.md'))
    .flatMap((file) => rulesOf(file, read(file)))
}

/** The rules that are defined twice. */
export function ruleBreaches(rules: readonly Rule[]): string[] {
  const places = new Map<string, string>()
  return rules.flatMap(({ id, file, line }) => {
    const before = places.get(id)
    places.set(id, before ?? `${file}:${line}`)
    return before ? [`${file}:${line}: ${id} is defined twice; first in ${before}`] : []
  })
}

function rulesOf(file: string, text: string): Rule[] {
  const rules: Rule[] = []
  let rule: Rule | undefined
  let isFenced = false
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isFenced = !isFenced
    if (isFenced) {
      if (rule) rule.body += '\n'
      continue
    }
    const id = HEADING.exec(line)?.[1]
    if (id !== undefined) {
      rule = { id, file, line: index + 1, body: '' }
      rules.push(rule)
    } else if (/^#{1,4} /.test(line)) rule = undefined
    else if (rule) rule.body += `${line}\n`
  }
  return rules
}
