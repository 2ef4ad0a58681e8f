import type { Checkout } from './checkout.ts'
import { listFiles, openCheckout } from './checkout.ts'
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

/** Guides for client developers, and for operators. */
const FOLDERS = ['docs/guides/', 'docs/guides/operators/']
/** A title, a blank line and one sentence without marks: what the list of guides shows. */
const OPENING = /^# [^\n]+\n\n[^\n#`|-][^\n`]*\.\n\n/

/** Guides that `index.json` of their folder does not list, or that do not start with a title and a sentence. */
function checkGuides({ files, read }: Checkout): string[] {
  return FOLDERS.flatMap((folder) => {
    const guides = files
      .filter((file) => file.startsWith(folder) && file.endsWith('.md'))
      .map((file) => file.slice(folder.length, -'.md'.length))
      .filter((name) => !name.includes('/'))
    const index = `${folder}index.json`
    const listed: string[] = files.includes(index) ? JSON.parse(read(index)) : []
    return [
      ...listed.filter((name) => !guides.includes(name)).map((name) => `${index}: there is no guide ${name}`),
      ...guides
        .filter((name) => !listed.includes(name))
        .map((name) => `${folder}${name}.md:1: ${index} does not list it`),
      ...guides
        .filter((name) => !OPENING.test(read(`${folder}${name}.md`)))
        .map((name) => `${folder}${name}.md:1: must start with "# Title" and a paragraph of one sentence`),
    ]
  })
}

/** Names that are not ours in the registries: a reader who installed them would run somebody else's code. */
const OURS = String.raw`(?:@jobboard\/[\w-]+|jobboard(?:-[\w-]+)?)`
const BY_NAME = new RegExp(
  String.raw`\b(?:npm (?:install|i|add|exec)|npx|pnpm \w+|yarn \w+|bunx?|deno add|pipx?(?: install)?|uvx?)\b(?:[ \t][^\n\`|;&]*)?[ \t](?:npm:)?["']?${OURS}(?=$|["'\`@=\s])`,
  'm',
)
/** The same in the configuration of a program: \`"command": "npx"\`, then the arguments. */
const IN_JSON = new RegExp(String.raw`"args":\s*\[[^\]]*"(?:npm:)?${OURS}(?:@[^"]*)?"`)
/** A workspace of this repository, which no registry is asked for. */
const WORKSPACE = /(?:-w|--workspace)[= ]@jobboard\/[\w-]+/g

/** Documents and printed texts that install one of our packages by its name. They are used from the checkout. */
function checkInstalls({ files, read }: Checkout): string[] {
  return files
    .filter((file) => /\.(md|ts|css|html)$/.test(file) && !/(^|[./])test[./]/.test(file))
    .flatMap((file) => {
      const text = read(file).replaceAll(WORKSPACE, '')
      const found = BY_NAME.exec(text) ?? IN_JSON.exec(text)
      if (!found) return []
      const line = text.slice(0, found.index).split('\n').length
      return [
        `${file}:${line}: installs our package from a registry, where its name is not ours: ${found[0]}`,
      ]
    })
}

if (import.meta.main) main()
