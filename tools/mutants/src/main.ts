import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyTree } from './copy-tree.ts'
import { mutants } from './list/all.ts'
import { type Mutant, mutate, testOf } from './mutant.ts'
import { isStopped, runTests } from './run-tests.ts'

const help = `npm run test:mutants: removes one mechanism after another and runs the tests named for it, each of which must fail.
A mechanism whose tests pass without it has survived: a test is missing. Works in a copy of this tree, with its uncommitted
changes, and never changes the tree. First all named tests run with every mechanism in place; a mechanism is not tried when one of its tests
fails even then.

  npm run test:mutants                           all; about 10 s each on 2 CPUs
  npm run test:mutants -- --only inbox-once ...  these, or all whose names begin with a text
  npm run test:mutants -- --list                 prints the list and runs nothing
  --after-green                                  leaves out that first run, for right after a green npm test
  --limit 300                                    seconds after which the tests of one are ended, which proves nothing

Ends with 0 when all are killed, with 1 when one survived, could not be applied or its tests did not run, with 2 when
the arguments are wrong. The log file is printed; Ctrl-C ends the run.
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
      limit: { type: 'string', default: '300' },
      'after-green': { type: 'boolean', default: false },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(help, 0)
  const limitMs = Number(values.limit) * 1_000
  if (!(limitMs > 0)) return print(`--limit: must be a number of seconds, such as 300.\n`, 2)
  const wanted = [...(values.only ?? []), ...positionals]
  const unknown = wanted.filter((name) => !mutants.some((mutant) => mutant.name.startsWith(name)))
  if (unknown.length > 0) return print(`Not in the list: ${unknown.join(', ')}. See --list.\n`, 2)
  const chosen =
    wanted.length === 0 ? mutants : mutants.filter(({ name }) => wanted.some((one) => name.startsWith(one)))
  if (values.list) return print(chosen.map(line).join(''), 0)
  return run(chosen, { limitMs, isGreen: values['after-green'] })
}

async function run(
  chosen: readonly Mutant[],
  { limitMs, isGreen }: { limitMs: number; isGreen: boolean },
): Promise<number> {
  const log = join(tmpdir(), `jobboard-mutants-${process.pid}.log`)
  process.stdout.write(`Copying the tree. The output of the tests: ${log}\n`)
  const copy = copyTree(ROOT)
  try {
    const entries = [...new Set(chosen.flatMap(({ tests }) => tests))]
    const passing = new Set(isGreen ? entries : await listPassing(copy, entries, log))
    if (isStopped()) return 130
    const verdicts = new Map<Mutant, Verdict>()
    for (const mutant of chosen) {
      verdicts.set(
        mutant,
        await tryWithout(mutant, copy, {
          log,
          limitMs,
          passing,
          place: verdicts.size + 1,
          of: chosen.length,
        }),
      )
      if (isStopped()) break
    }
    return summarize(verdicts, chosen.length)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Those of the entries that pass with every mechanism in place. */
async function listPassing(copy: string, entries: readonly string[], log: string): Promise<string[]> {
  process.stdout.write(`With every mechanism in place: ${entries.length} files or tests run…\n`)
  const isNamed = (entry: string) => testOf(entry).title !== undefined
  const passing: string[] = []
  // Apart: a run of whole files runs every test of them.
  for (const some of [entries.filter(isNamed), entries.filter((entry) => !isNamed(entry))]) {
    if (some.length === 0 || isStopped()) continue
    const { passed } = await runTests(copy, some, { log, limitMs: BASELINE_LIMIT_MS })
    passing.push(...passed)
  }
  return passing
}

interface Options {
  log: string
  limitMs: number
  /** Tests that pass with every mechanism in place; the others prove nothing. */
  passing: ReadonlySet<string>
  place: number
  of: number
}

async function tryWithout(
  mutant: Mutant,
  copy: string,
  { passing, place, of, ...limits }: Options,
): Promise<Verdict> {
  process.stdout.write(`${place} of ${of}  ${mutant.name}: `)
  const failing = mutant.tests.filter((test) => !passing.has(test))
  if (failing.length > 0)
    return told('not run', `no pass with every mechanism in place: ${failing.join(', ')}`)
  const path = join(copy, mutant.file)
  const original = readFileSync(path, 'utf8')
  const mutated = mutate(original, mutant)
  if (mutated === undefined) return told('does not apply', 'its text occurs not at all or several times')
  writeFileSync(path, mutated)
  const startedAt = performance.now()
  try {
    const { failed, passed, notRun, isTimedOut } = await runTests(copy, mutant.tests, limits)
    const seconds = `${Math.round((performance.now() - startedAt) / 1_000)} s`
    if (isTimedOut) return told('not run', `no end within ${limits.limitMs / 1_000} s; see --limit`)
    if (passed.length > 0) return told('survived', `passed without it: ${passed.join(', ')} (${seconds})`)
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
