import { type Checkout, listFiles, openCheckout } from './checkout.ts'
import { checkGuides } from './guides.ts'
import { checkInstalls } from './installs.ts'
import { checkLinks } from './links.ts'
import { checkPaths } from './paths.ts'
import { readCitations, readRules, ruleBreaches } from './rules.ts'

/** The least that a look at this repository finds; a check that does not understand its files finds no breach either. */
const LEAST = { rules: 110, citations: 700, paths: 500 }

/** What was looked at, and each breach in one line: `file:line: what is missing`. */
export function checkDocs(checkout: Checkout, least = LEAST) {
  const rules = readRules(checkout)
  const citations = readCitations(checkout)
  const paths = checkPaths(checkout)
  const found = { rules: rules.length, citations: citations.length, paths: paths.count }
  const tooFew = (Object.keys(least) as (keyof typeof least)[])
    .filter((name) => found[name] < least[name])
    .map((name) => `Only ${found[name]} ${name} were seen: the documents were not checked.`)
  const breaches = [
    ...ruleBreaches(rules, citations),
    ...paths.breaches,
    ...checkLinks(checkout),
    ...checkGuides(checkout),
    ...checkInstalls(checkout),
    ...tooFew,
  ]
  return { ...found, breaches }
}

function main(): void {
  const root = process.cwd()
  const { breaches, rules, citations, paths } = checkDocs(openCheckout(root, listFiles(root)))
  for (const breach of breaches) console.error(breach)
  console.log(
    `${rules} rules, ${citations} citations and ${paths} paths looked at, ${breaches.length} breaches`,
  )
  if (breaches.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
