import { type Checkout, listFiles, openCheckout } from './checkout.ts'
import { type Rule, readRules } from './rules.ts'
import { linesCiting, namedFiles } from './tests.ts'

const help = `npm run do -- rules P-43: prints a rule and the tests that hold it.

  npm run do -- rules D-32 "Spec §4.1"   several
`

/** A rule with its place, and every line of a test that cites it. */
export function showRule(checkout: Checkout, { id, file, line, body }: Rule): string {
  const citing = linesCiting(checkout, id).map((one) => `  ${one.file}:${one.line}  ${one.text}`)
  const named = namedFiles(body).map((one) => `  ${one}`)
  return [`${id} (${file}:${line})`, '', body.trim(), '', 'Held by', ...citing, ...named, ''].join('\n')
}

function main(ids: string[]): void {
  if (ids.length === 0 || ids.includes('--help')) return void process.stdout.write(help)
  const root = process.cwd()
  const checkout = openCheckout(root, listFiles(root))
  const rules = readRules(checkout)
  for (const id of ids) {
    const rule = rules.find((one) => one.id === id)
    if (rule) console.log(showRule(checkout, rule))
    else {
      console.error(`There is no rule ${id} in docs/rules.`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) main(process.argv.slice(2))
