import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTree } from './copy-tree.ts'
import { mutants } from './list/all.ts'
import { type Mutant, mutate } from './mutant.ts'
import { isStopped, runTests } from './run-tests.ts'

const help = `npm run test:mutants: removes one mechanism after another and runs the tests named for it, each of which must fail.
A mechanism whose tests pass without it has survived: a test is missing. Works in a copy of this tree, with its uncommitted
changes, and never changes the tree. First all named tests run with every mechanism in place, and must pass.

  npm run test:mutants                           all; about 10 s each on 2 CPUs
  npm run test:mutants -- --only inbox-once ...  these, or all whose names begin with a text
  npm run test:mutants -- --list                 prints the list and runs nothing
  --limit 150                                    seconds after which the tests of one are ended: it is killed then

Ends with 0 when all are killed, with 1 when one survived, could not be applied or its tests did not run, with 2 when
the arguments are wrong or the tests fail with the mechanisms in place. The log file is printed; Ctrl-C ends the run.
`

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const BASELINE_LIMIT_MS = 1_800_000

type Verdict = 'killed' | 'survived' | 'does not apply' | 'not run'

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      limit: { type: 'string', default: '150' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(help, 0)
  const limitMs = Number(values.limit) * 1_000
  if (!(limitMs > 0)) return print(`--limit: must be a number of seconds, such as 150.\n`, 2)
  const wanted = [...(values.only ?? []), ...positionals]
  const unknown = wanted.filter((name) => !mutants.some((mutant) => mutant.name.startsWith(name)))
  if (unknown.length > 0) return print(`Not in the list: ${unknown.join(', ')}. See --list.\n`, 2)
  const chosen =
    wanted.length === 0 ? mutants : mutants.filter(({ name }) => wanted.some((one) => name.startsWith(one)))
  if (values.list) return print(chosen.map(line).join(''), 0)
  return run(chosen, limitMs)
}

async function run(chosen: readonly Mutant[], limitMs: number): Promise<number> {
  const log = join(tmpdir(), `jobboard-mutants-${process.pid}.log`)
  process.stdout.write(`Copying the tree. The output of the tests: ${log}\n`)
  const copy = copyTree(ROOT)
  try {
    const entries = [...new Set(chosen.flatMap(({ tests }) => tests))]
    process.stdout.write(`With every mechanism in place: ${entries.length} files or tests must pass…\n`)
    const before = await runTests(copy, entries, { log, limitMs: BASELINE_LIMIT_MS })
    if (isStopped()) return 130
    const bad = [...before.failed, ...before.notRun]
    if (bad.length > 0 || before.isTimedOut) {
      return print(
        `These fail or do not run with every mechanism in place; see ${log}.\n  ${bad.join('\n  ')}\n`,
        2,
      )
    }
    const verdicts = new Map<Mutant, Verdict>()
    for (const mutant of chosen) {
      verdicts.set(
        mutant,
        await tryWithout(mutant, copy, { log, limitMs, place: verdicts.size + 1, of: chosen.length }),
      )
      if (isStopped()) break
    }
    return summarize(verdicts, chosen.length)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

interface Options {
  log: string
  limitMs: number
  place: number
  of: number
}

async function tryWithout(mutant: Mutant, copy: string, { place, of, ...limits }: Options): Promise<Verdict> {
  process.stdout.write(`${place} of ${of}  ${mutant.name}: `)
  const path = join(copy, mutant.file)
  const original = readFileSync(path, 'utf8')
  const mutated = mutate(original, mutant)
  if (mutated === undefined) return told('does not apply', 'its text occurs not at all or several times')
  writeFileSync(path, mutated)
  const startedAt = performance.now()
  try {
    const { failed, passed, notRun, isTimedOut } = await runTests(copy, mutant.tests, limits)
    const seconds = `${Math.round((performance.now() - startedAt) / 1_000)} s`
    if (passed.length > 0) return told('survived', `passed without it: ${passed.join(', ')} (${seconds})`)
    if (isTimedOut) return told('killed', `no end within ${limits.limitMs / 1_000} s`)
    if (notRun.length > 0) return told('not run', notRun.join(', '))
    return told('killed', `${failed.length} of ${mutant.tests.length} failed (${seconds})`)
  } finally {
    writeFileSync(path, original)
  }
}

function told(verdict: Verdict, detail: string): Verdict {
  process.stdout.write(`${verdict}, ${detail}\n`)
  return verdict
}

function summarize(verdicts: ReadonlyMap<Mutant, Verdict>, total: number): number {
  const of = (verdict: Verdict) =>
    [...verdicts].filter(([, one]) => one === verdict).map(([{ name }]) => name)
  const [killed, survived, broken] = [
    of('killed'),
    of('survived'),
    [...of('does not apply'), ...of('not run')],
  ]
  const skipped = total - verdicts.size
  process.stdout.write(
    `${killed.length} killed, ${survived.length} survived, ${broken.length} not tried${skipped ? `, ${skipped} left out` : ''}\n`,
  )
  if (survived.length > 0) process.stdout.write(`Write a test for: ${survived.join(', ')}\n`)
  if (broken.length > 0) process.stdout.write(`Correct in tools/mutants/src/list: ${broken.join(', ')}\n`)
  return survived.length + broken.length + skipped > 0 ? 1 : 0
}

function line({ name, rules, without, file, tests }: Mutant): string {
  return `${name} (${rules.join(', ')})\n  without it: ${without}\n  in ${file}\n${tests.map((test) => `  ${test}\n`).join('')}`
}

function print(text: string, code: number): number {
  ;(code === 2 ? process.stderr : process.stdout).write(text)
  return code
}

process.exitCode = await main(process.argv.slice(2))
