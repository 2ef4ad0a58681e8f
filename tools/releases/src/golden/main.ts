import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newestRelease, ROOT } from '../releases.ts'
import { incompatibilities } from './compare.ts'
import { type Contract, FILES, readContracts } from './contracts.ts'
import { folderOf, type Golden, goldenOf, parseTexts, readTexts, textsOf, writeTexts } from './golden.ts'
import { migrationsOf, withSources } from './sources.ts'

const HELP = `Golden files: the contracts of this tree and of the newest release with examples, in packages/contracts/golden/<version>.

  npm run do -- golden            write those of this tree; refuses what breaks the release
  npm run do -- golden --release  write those of the newest release in releases.json from its commit; compare them if they are there
  npm run do -- golden --check    only say what breaks the release, and what differs from the code; part of npm run do -- frozen

The files of a release never change. Today's code must accept what they say, and they what today's code sends.`

const versionOf = (): string => JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version

/** What a release cannot stand and does not need, by the beginning of its problem: each with the reason. */
const ALLOWED = 'packages/contracts/golden/allowed.json'
const MIN_REASON = 30

/** The problems that nobody has allowed; an allowance without a reason or without a problem is one too. */
export function notAllowed(problems: string[], allowed: Record<string, string>): string[] {
  const used = (start: string) => problems.some((problem) => problem.startsWith(`${start}:`))
  return [
    ...problems.filter((problem) => !Object.keys(allowed).some((start) => problem.startsWith(`${start}:`))),
    ...Object.entries(allowed).flatMap(([start, reason]) => {
      if (!used(start)) return [`${ALLOWED}: ${start} is no problem; remove the line`]
      return reason.trim().length < MIN_REASON
        ? [`${ALLOWED}: ${start}: say why a running release can stand it`]
        : []
    }),
  ]
}

/** Problems of the committed files with today's contracts, one line each. */
function problemsOf(today: Golden, contracts: Contract[]): string[] {
  const versions = [versionOf(), newestRelease().version]
  const problems = versions.flatMap((version) => {
    const texts = readTexts(version)
    if (!texts)
      return [
        `packages/contracts/golden/${version} is missing: run \`npm run do -- golden${version === versions[0] ? '' : ' --release'}\``,
      ]
    return incompatibilities(version, parseTexts(texts), today, contracts)
  })
  return notAllowed(problems, JSON.parse(readFileSync(join(ROOT, ALLOWED), 'utf8')))
}

async function ofRelease(): Promise<string[]> {
  const release = newestRelease()
  const { version, commit } = release
  console.log(`Reading the contracts of ${version} (${commit.slice(0, 12)})…`)
  const texts = textsOf(goldenOf(await withSources(release, readContracts)))
  const committed = readTexts(version)
  if (!committed) writeTexts(version, texts)
  else if (FILES.some((file) => committed[file] !== texts[file]))
    return [
      `packages/contracts/golden/${version} is not what ${commit} prints: take it back with git checkout`,
    ]
  const migrations = `${JSON.stringify(migrationsOf(release), null, 2)}\n`
  writeFileSync(join(folderOf(version), 'migrations.json'), migrations)
  return []
}

async function ofTree(isCheck: boolean): Promise<string[]> {
  const contracts = await readContracts(ROOT)
  const golden = goldenOf(contracts)
  const version = versionOf()
  const committed = readTexts(version)
  const texts = textsOf(golden)
  const isMissing = !committed && !isCheck
  const problems = problemsOf(golden, contracts).filter(
    (line) => !isMissing || !line.startsWith(`packages/contracts/golden/${version} `),
  )
  if (problems.length > 0) return problems
  if (!isCheck) writeTexts(version, texts)
  else if (FILES.some((file) => committed![file] !== texts[file]))
    return [
      `packages/contracts/golden/${version} differs from the code: run \`npm run do -- golden\` and commit the files`,
    ]
  return []
}

async function main(): Promise<void> {
  const options = {
    release: { type: 'boolean' },
    check: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  const { release, check = false, help } = parseArgs({ options }).values
  if (help) {
    console.log(HELP)
    return
  }
  const problems = release ? await ofRelease() : await ofTree(check)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error(
      'Releases live side by side: add, and take away only what no running release uses (docs/deploying.md).',
    )
    process.exitCode = 1
  } else console.log(`Golden files: ${check ? 'nothing breaks a release' : 'written, or equal'}`)
}

if (import.meta.main) await main()
