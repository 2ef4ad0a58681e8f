import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { breaksOf } from './additive.ts'
import type { Document } from './document.ts'
import { printEvents, readEvents } from './events.ts'

const OPENAPI = 'openapi/v1.json'
const EVENTS = 'docs/events.md'

/** The files as the contracts print them now. */
export interface Printed {
  document: Document
  events: string
}

/** What is wrong with the files of a checkout, one line each: a break of the frozen v1, or a file not printed anew. */
export function checkFiles(root: string, printed: Printed): string[] {
  const breaks = frozenBreaks(root, printed)
  if (breaks.length > 0) return breaks
  const files = Object.entries(textsOf(printed))
  return files
    .filter(([file, text]) => read(root, file) !== text)
    .map(([file]) => `${file} is not what the contracts print: run \`npm run openapi\` and commit it`)
}

/** Writes the files and answers nothing, or answers what breaks the frozen v1 and writes nothing. */
export function writeFiles(root: string, printed: Printed): string[] {
  const breaks = frozenBreaks(root, printed)
  if (breaks.length > 0) return breaks
  for (const [file, text] of Object.entries(textsOf(printed))) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return []
}

function frozenBreaks(root: string, { document }: Printed): string[] {
  const committed = read(root, OPENAPI)
  const breaks = committed === undefined ? [] : breaksOf(JSON.parse(committed), document)
  return breaks.map((line) => `breaks v1, which is frozen: ${line}`)
}

function textsOf({ document, events }: Printed): Record<string, string> {
  return { [OPENAPI]: `${JSON.stringify(document, null, 2)}\n`, [EVENTS]: events }
}

function read(root: string, file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

async function main(): Promise<void> {
  const printed = { document: printOpenApi(), events: printEvents(await readEvents()) }
  const isCheck = process.argv.includes('--check')
  const wrong = (isCheck ? checkFiles : writeFiles)(process.cwd(), printed)
  for (const line of wrong) console.error(line)
  const operations = Object.values(printed.document.paths).flatMap((methods) => Object.keys(methods)).length
  const done = isCheck ? 'compared' : 'written'
  console.log(
    `${operations} operations printed, ${wrong.length > 0 ? `${wrong.length} problems` : `files ${done}`}`,
  )
  if (wrong.length > 0) process.exitCode = 1
}

if (import.meta.main) await main()
