import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { builtExpressions } from './built-expressions.ts'
import { findExpressions } from './find-expressions.ts'
import { parseExpression } from './parse-expression.ts'

/** The expressions of each file, sorted, as `expressions.json` lists them. */
export type Inventory = Record<string, string[]>

/** What one check found, with one line per defect. */
export interface LinearCheck {
  files: number
  inventory: Inventory
  defects: string[]
}

// `normalForm` cuts runs of marks first.
const NORMALISES = 'packages/contracts/src/characters.ts'

/** The sources whose expressions are checked: those of packages and services. */
export function sourceFiles(root: string): string[] {
  const listed = spawnSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'packages/*/src/*.ts', 'services/*/src/*.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed.stdout.split('\n').filter((file) => /(?<!\.test)\.ts$/.test(file))
}

/** Finds the expressions of these files, and those that can take more than linear time. */
export async function checkLinear(root: string, files: string[]): Promise<LinearCheck> {
  const inventory: Inventory = {}
  const defects: string[] = []
  const findings = files.flatMap((file) => {
    const found = findExpressions(file, readFileSync(`${root}/${file}`, 'utf8'))
    return found.expressions.length + found.slowCalls.length > 0 ? [{ file, ...found }] : []
  })
  const built = await builtExpressions(root, filesThatBuild(findings))
  for (const { file, expressions, slowCalls } of findings) {
    for (const { name, line } of slowCalls) {
      if (file !== NORMALISES) defects.push(`${file}:${line}: ${name}: ${ADVICE[name]}`)
    }
    const own = expressions.flatMap(({ expression, line }) => {
      const all = expression === undefined ? built.get(`${file}:${line}`) : [expression]
      if (!all)
        defects.push(`${file}:${line}: build the expression when the module is loaded, or write a literal`)
      return all ?? []
    })
    for (const expression of own) defects.push(...reports(file, expression))
    if (own.length > 0) inventory[file] = [...new Set(own)].sort()
  }
  return { files: files.length, inventory, defects }
}

const ADVICE: Record<string, string> = {
  normalize: 'use normalForm of packages/contracts, which takes linear time',
  localeCompare: 'compare with < and >; a collation takes quadratic time on runs of marks',
}

function filesThatBuild(
  findings: { file: string; expressions: { expression: string | undefined }[] }[],
): string[] {
  return findings
    .filter(({ expressions }) => expressions.some(({ expression }) => expression === undefined))
    .map(({ file }) => file)
}

function reports(file: string, text: string): string[] {
  const found = analyse(parseExpression(text)).reports
  if (found.length === 0) return []
  const time = found.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic'
  return [`${file}: ${text} takes ${time} time; scan the text instead`]
}

/** The lines by which the list differs from what the sources have. */
export function differences(listed: Inventory, found: Inventory): string[] {
  const flat = (inventory: Inventory) =>
    Object.entries(inventory).flatMap(([file, all]) => all.map((expression) => `${file}: ${expression}`))
  const [before, now] = [new Set(flat(listed)), new Set(flat(found))]
  return [
    ...[...now].filter((line) => !before.has(line)).map((line) => `not listed: ${line}`),
    ...[...before].filter((line) => !now.has(line)).map((line) => `no longer there: ${line}`),
  ]
}

async function main(): Promise<void> {
  const root = process.cwd()
  const list = new URL('../expressions.json', import.meta.url)
  const { files, inventory, defects } = await checkLinear(root, sourceFiles(root))
  const count = Object.values(inventory).flat().length
  if (process.argv.includes('--write')) writeFileSync(list, `${JSON.stringify(inventory, null, 2)}\n`)
  const changed = differences(JSON.parse(readFileSync(list, 'utf8')) as Inventory, inventory)
  for (const line of [...defects, ...changed]) console.error(line)
  if (changed.length > 0) console.error('Run: npm run linear -- --write')
  console.log(`${count} regular expressions in ${files} files checked, ${defects.length} defects`)
  // A checker that reads no file reports no defect either.
  if (files < 500 || count < 100) console.error('Too few files were read: the check is broken.')
  if (defects.length + changed.length > 0 || files < 500 || count < 100) process.exitCode = 1
}

if (import.meta.main) await main()
