import { listFiles, openCheckout } from './checkout.ts'
import { readCitations, readRules, showRule } from './rules.ts'

const help = `npm run do -- rules P-43: prints a rule and the tests that hold it.

  npm run do -- rules D-32 "Spec §4.1"   several
`

function main(ids: string[]): void {
  if (ids.length === 0 || ids.includes('--help')) return void process.stdout.write(help)
  const root = process.cwd()
  const checkout = openCheckout(root, listFiles(root))
  const [rules, citations] = [readRules(checkout), readCitations(checkout)]
  for (const id of ids) {
    const rule = rules.find((one) => one.id === id)
    if (rule) console.log(showRule(rule, citations))
    else {
      console.error(`There is no rule ${id} in docs/rules.`)
      process.exitCode = 1
    }
  }
}

main(process.argv.slice(2))
