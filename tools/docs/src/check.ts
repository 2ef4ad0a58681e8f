import { type Checkout, listFiles, openCheckout } from './checkout.ts'
import { checkCitations } from './citations.ts'
import { checkGuides } from './guides.ts'
import { checkInstalls } from './installs.ts'
import { checkLineBreaks } from './line-breaks.ts'
import { checkPaths } from './paths.ts'
import { checkReachable } from './reachable.ts'
import { readRules, ruleBreaches } from './rules.ts'
import { checkTests } from './tests.ts'

/** What the check found: how much it looked at, and each breach in one line: `file:line: what is missing; nearest: …`. */
export interface DocsCheck {
  rules: number
  citations: number
  paths: number
  tests: number
  guides: number
  texts: number
  breaches: string[]
}

/** The least that a look at this repository finds; a check that does not understand its files finds no breach either. */
const LEAST = { rules: 110, citations: 700, paths: 500, tests: 200, guides: 10, texts: 1_000 }

/** Checks that every rule, path and name that is cited exists, that every rule is held by a test, that every document is reached, and that no line breaks a sentence. */
export function checkDocs(checkout: Checkout): DocsCheck {
  const rules = readRules(checkout)
  const citations = checkCitations(checkout, rules)
  const paths = checkPaths(checkout)
  const tests = checkTests(checkout, rules)
  const guides = checkGuides(checkout)
  const installs = checkInstalls(checkout)
  return {
    rules: rules.length,
    citations: citations.count,
    paths: paths.count,
    tests: tests.count,
    guides: guides.count,
    texts: installs.count,
    breaches: [
      ...ruleBreaches(rules),
      ...citations.breaches,
      ...paths.breaches,
      ...tests.breaches,
      ...guides.breaches,
      ...installs.breaches,
      ...checkReachable(checkout),
      ...checkLineBreaks(checkout),
    ],
  }
}

/** One line for each count that is too small to be true. */
export function tooFew(found: Omit<DocsCheck, 'breaches'>, least = LEAST): string[] {
  return (Object.keys(least) as (keyof typeof least)[])
    .filter((name) => found[name] < least[name])
    .map(
      (name) =>
        `Only ${found[name]} ${name} were seen, fewer than ${least[name]}: the documents were not checked.`,
    )
}

function main(): void {
  const root = process.cwd()
  const { breaches, ...counts } = checkDocs(openCheckout(root, listFiles(root)))
  const problems = [...breaches, ...tooFew(counts)]
  for (const problem of problems) console.error(problem)
  const { rules, citations, paths, tests, guides, texts } = counts
  console.log(
    `${rules} rules, ${citations} citations, ${paths} paths, ${tests} tests, ${guides} guides and ${texts} texts looked at, ${breaches.length} breaches`,
  )
  if (problems.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
