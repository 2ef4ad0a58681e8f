import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { folderOf } from '../golden/golden.ts'
import { newestRelease, ROOT } from '../releases.ts'
import { problemsOf } from './problems.ts'

const HELP = `Checks the migrations that the newest release does not have: what a process of that release, which still runs, cannot
stand. Rules of squawk (https://squawkhq.com/docs/rules) and two more: unique-index, changed-rows.

  npm run do -- migrations               all migrations newer than the newest release
  npm run do -- migrations FILE.sql ...  these files

A line \`-- allowed RULE: reason\` in the migration allows a rule in it.`

/** Every migration of the tree, from its root. */
export const MIGRATIONS = '{packages,services}/*/migrations/*.sql'

/** Migrations that the newest release does not have; a line for each of its migrations that is gone. */
export function newerThan(
  released: readonly string[],
  present: readonly string[],
): { newer: string[]; problems: string[] } {
  return {
    newer: present.filter((file) => !released.includes(file)),
    problems: released
      .filter((file) => !present.includes(file))
      .map((file) => `${file} is gone: databases have it, and new ones would lack it.`),
  }
}

function main(): void {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const present = globSync(MIGRATIONS, { cwd: ROOT }).sort()
  const { version } = newestRelease()
  const released: string[] = JSON.parse(readFileSync(join(folderOf(version), 'migrations.json'), 'utf8'))
  const { newer, problems } = newerThan(released, present)
  const files = positionals.length > 0 ? positionals : newer
  const found = [...problems, ...files.flatMap(problemsOf)]
  for (const problem of found) console.error(problem)
  console.log(`${files.length} migrations newer than ${version}, ${found.length} problems`)
  if (found.length > 0) process.exitCode = 1
}

if (import.meta.main) main()
