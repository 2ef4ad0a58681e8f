import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** A JavaScript runtime of this machine, and how it runs a module. */
export interface Runtime {
  name: string
  program: string
  args: string[]
}

const installed = join(import.meta.dirname, '../../../../.jobboard/runtimes/node_modules/.bin')
const wanted = [
  { name: 'Node 20', command: 'node', version: /^v20\./, args: [] },
  { name: 'Deno', command: 'deno', version: /^deno /, args: ['run', '--allow-net', '--allow-env'] },
  { name: 'Bun', command: 'bun', version: /^\d/, args: [] },
]

/** The runtimes that are on the PATH or that `npm run runtimes` installed, after the Node of the tests; and the names
 * of those that are missing. */
export function findRuntimes(): { found: Runtime[]; missing: string[] } {
  const found: Runtime[] = [{ name: 'the Node of the tests', program: process.execPath, args: [] }]
  const missing: string[] = []
  for (const { name, command, version, args } of wanted) {
    const program = findProgram(command, version)
    if (program) found.push({ name, program, args })
    else missing.push(name)
  }
  return { found, missing }
}

/** Path of a program whose `--version` matches. */
export function findProgram(command: string, version: RegExp): string | undefined {
  return [installed, ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, command))
    .find((path) => version.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''))
}
