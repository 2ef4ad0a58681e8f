import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { analyse } from 'scslre'
import ts from 'typescript'

/** The expressions of each file, sorted. */
type Inventory = Record<string, string[]>

/** What one check found, with one line per defect. */
interface LinearCheck {
  files: number
  inventory: Inventory
  defects: string[]
}

// `normalForm` cuts runs of marks first.
const NORMALISES = 'packages/contracts/src/characters.ts'

/** The sources whose expressions are checked: those of packages and services. */
function sourceFiles(root: string): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', 'packages/*/src/*.ts', 'services/*/src/*.ts']
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return stdout.split('\n').filter((file) => /(?<!\.test)\.ts$/.test(file) && existsSync(`${root}/${file}`))
}

/** Finds the expressions of these files, and those that can take more than linear time. */
export async function checkLinear(root: string, files = sourceFiles(root)): Promise<LinearCheck> {
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

/** Source and flags of `/a+/g`. */
export function parseExpression(text: string): { source: string; flags: string } {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

function reports(file: string, text: string): string[] {
  const found = analyse(parseExpression(text)).reports
  if (found.length === 0) return []
  const time = found.some(({ exponential }) => exponential) ? 'exponential' : 'quadratic'
  return [`${file}: ${text} takes ${time} time; scan the text instead`]
}

async function main(): Promise<void> {
  const { files, inventory, defects } = await checkLinear(process.cwd())
  const count = Object.values(inventory).flat().length
  // What the long test measures.
  if (process.argv.includes('--list')) return console.log(JSON.stringify(Object.values(inventory).flat()))
  for (const line of defects) console.error(line)
  console.log(`${count} regular expressions in ${files} files checked, ${defects.length} defects`)
  // A checker that reads no file reports no defect either.
  if (files < 500 || count < 100) console.error('Too few files were read: the check is broken.')
  if (defects.length > 0 || files < 500 || count < 100) process.exitCode = 1
}

/** A regular expression in the source, `/a+/g`; undefined where it is built from other values. */
interface FoundExpression {
  expression: string | undefined
  line: number
}

/** What a file has that may take more than linear time. */
interface Findings {
  expressions: FoundExpression[]
  /** Calls that sort marks or compare by collation, in time that grows with the square of a run of marks. */
  slowCalls: { name: string; line: number }[]
}

const SLOW_CALLS = new Set(['normalize', 'localeCompare'])

/** Finds every regular expression literal and `RegExp(...)` of a file, and calls of `normalize` and `localeCompare`. */
function findExpressions(file: string, text: string): Findings {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Findings = { expressions: [], slowCalls: [] }
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1

  function visit(node: ts.Node): void {
    if (ts.isRegularExpressionLiteral(node)) {
      found.expressions.push({ expression: node.text, line: lineOf(node) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      found.expressions.push({ expression: literal(node), line: lineOf(node) })
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const name = node.expression.name.text
      if (SLOW_CALLS.has(name)) found.slowCalls.push({ name, line: lineOf(node.expression.name) })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function literal({
  arguments: given = [],
}: {
  arguments?: Iterable<ts.Node> | undefined
}): string | undefined {
  const values = [...given].map((node) => (ts.isStringLiteralLike(node) ? node.text : undefined))
  if (values.length === 0 || values.includes(undefined)) return undefined
  return String(new RegExp(values[0]!, values[1]))
}

/** The expressions that modules build with `RegExp(...)` when they are imported, by the file and line of the call. */
async function builtExpressions(root: string, files: string[]): Promise<Map<string, string[]>> {
  const built = new Map<string, string[]>()
  const original = globalThis.RegExp
  const base = pathToFileURL(root).href
  globalThis.RegExp = new Proxy(original, {
    construct(target, given, newTarget) {
      const expression = Reflect.construct(target, given, newTarget) as RegExp
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const [, url = '', line = ''] = /(file:\/\/[^)\s]+?):(\d+):\d+\)?$/.exec(caller) ?? []
      if (url.startsWith(base)) {
        const place = `${relative(root, fileURLToPath(url))}:${line}`
        built.set(place, [...(built.get(place) ?? []), String(expression)])
      }
      return expression
    },
  })
  try {
    for (const file of files) await import(pathToFileURL(`${root}/${file}`).href)
  } finally {
    globalThis.RegExp = original
  }
  return built
}

if (import.meta.main) await main()
