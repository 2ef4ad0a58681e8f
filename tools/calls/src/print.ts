import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CallContract, processNames, readContract } from './contract.ts'
import { architectureRows, CALLS_FILE, printDocument, ROOT } from './document.ts'

const HELP = `Prints who calls whom with what, from the code, into ${CALLS_FILE} and docs/calls.md.

  npm run do -- calls           read the code and write both files
  npm run do -- calls --check   only say where they differ from the code

It reads calls of endpoints, consumers of events and the addresses in the environment of each process, and names a file that
opens connections in any other way.`

const DOCUMENT = 'docs/calls.md'
const ARCHITECTURE = 'docs/ARCHITECTURE.md'

/** Problems of the committed files, one line each with the next step. */
export function differences(contract: CallContract, read: (file: string) => string): string[] {
  const printed = { [CALLS_FILE]: toText(contract), [DOCUMENT]: printDocument(contract) }
  const changed = Object.entries(printed).filter(([file, text]) => read(file) !== text)
  const architecture = read(ARCHITECTURE)
  const missing = architectureRows(contract, processNames).filter((row) => !architecture.includes(`${row}\n`))
  return [
    ...changed.map(
      ([file]) =>
        `${file} differs from the code: run \`npm run do -- calls\`, look at what changed and commit it`,
    ),
    ...missing.map(
      (row) =>
        `${ARCHITECTURE}: the code says ${row}; is the arrow meant? Then change the table, else the code`,
    ),
  ]
}

function toText(contract: CallContract): string {
  return `${JSON.stringify(contract, null, 2)}\n`
}

function readIfThere(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8')
  } catch {
    return ''
  }
}

async function main(): Promise<void> {
  const options = { check: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { check, help } = parseArgs({ options }).values
  if (help) {
    console.log(HELP)
    return
  }
  console.log('Reading the sources of every process…')
  const { contract, problems } = await readContract(ROOT)
  if (!check && problems.length === 0) {
    writeFileSync(join(ROOT, CALLS_FILE), toText(contract))
    writeFileSync(join(ROOT, DOCUMENT), printDocument(contract))
  }
  const found = [...problems, ...differences(contract, readIfThere)]
  for (const problem of found) console.error(problem)
  console.log(`${contract.calls.length} arrows, ${contract.events.length} subjects, ${found.length} problems`)
  if (found.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
