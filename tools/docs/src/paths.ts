import type { Checkout } from './checkout.ts'
import { importsIn } from './imports.ts'
import { checkAnchors, linksIn } from './links.ts'
import { suggestion } from './nearest.ts'

/** A repository path that a document cites, and the names that it says the file holds. */
interface CitedPath {
  path: string
  names: string[]
  file: string
  line: number
}

const FOLDERS = 'packages|services|tools|e2e|docs|deploy|openapi|\\.ci'
const IN_FOLDER = new RegExp(`^(${FOLDERS})(/[^\\s]*)?$`)
const SOURCE_FILE = /^[\w.@<>{},*/-]+\/[\w.@<>{},*-]+\.(ts|mjs|cjs|js|sql|md|sh|yml)$/
const IN_COMMAND = new RegExp(`(?<![\\w./-])(?:${FOLDERS})/[\\w./-]+\\.(?:ts|mjs|cjs|sql|md|yml|jsonl)`, 'g')
const SPAN = /`([^`]+)`(?: \((`[^`)]+`(?:, `[^`)]+`)*)\))?/g
const PACKAGE_README = /^((?:packages|services|tools)\/[^/]+\/)README\.md$/
const FENCE = /^\s*```/

/** How many paths the Markdown files cite, and those that do not exist: in backticks, as links, in commands and in
 * imports. A line of a code block that says `(new)` may name a file that the reader is to make. */
export function checkPaths(checkout: Checkout): { count: number; breaches: string[] } {
  const documents = checkout.files.filter((file) => file.endsWith('.md'))
  const cited = documents.flatMap((file) => pathsIn(checkout, file))
  const breaches = cited.flatMap((one) => breachesOf(checkout, one))
  return { count: cited.length, breaches: [...breaches, ...checkAnchors(checkout, documents)] }
}

function breachesOf({ files, has, read }: Checkout, { path, names, file, line }: CitedPath): string[] {
  const place = `${file}:${line}`
  const bases = basesOf(file)
  const matching = expand(path).map((one) => ({
    one,
    matches: bases.flatMap((base) => matchesOf(base + one, files, has)),
  }))
  const missing = matching.find(({ matches }) => matches.length === 0)
  if (missing) return [`${place}: ${missing.one} does not exist${suggestion(missing.one, files)}`]
  return names.flatMap((name) => {
    const holders = matching.flatMap(({ matches }) => matches).filter((one) => files.includes(one))
    if (holders.some((one) => holds(read(one), name))) return []
    const near = suggestion(name, new Set(holders.flatMap((one) => [...words(read(one))])))
    return [`${place}: ${path} does not hold ${name}${near}`]
  })
}

// A package's README may cite its files from its own folder or from its `src`.
function basesOf(file: string): string[] {
  const [, folder] = PACKAGE_README.exec(file) ?? []
  return folder === undefined ? [''] : ['', folder, `${folder}src/`]
}

function holds(text: string, name: string): boolean {
  const literal = name.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w$])${literal}(?![\\w$])`).test(text)
}

function words(text: string): Set<string> {
  return new Set(text.match(/[\w$-]*[\w$]/g) ?? [])
}

function pathsIn(checkout: Checkout, file: string): CitedPath[] {
  let isFenced = false
  return checkout
    .read(file)
    .split('\n')
    .flatMap((line, index): CitedPath[] => {
      const at = { file, line: index + 1 }
      if (FENCE.test(line)) {
        isFenced = !isFenced
        return []
      }
      if (isFenced) {
        if (line.includes('(new)')) return []
        const files = [...line.matchAll(IN_COMMAND)].map(([path]) => ({ path, names: [] }))
        return [...files, ...importsIn(checkout, line)].map((one) => ({ ...one, ...at }))
      }
      const spans = [...line.matchAll(SPAN)]
        .map(([, span = '', list = '']) => ({
          path: bare(span),
          names: [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
        }))
        .filter(({ path }) => IN_FOLDER.test(path) || (SOURCE_FILE.test(path) && !path.startsWith('.')))
      const links = linksIn(file, line).map(({ path }) => ({ path, names: [] }))
      return [...spans, ...links].map((one) => ({ ...one, ...at }))
    })
}

// Without the line number and the slash of a folder.
function bare(span: string): string {
  return span.replace(/:\d+$/, '').replace(/\/$/, '')
}

/** `{a,b}` stands for each, `*` and `<name>` for whatever fits in their place. */
function expand(path: string): string[] {
  const braces = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path)
  if (!braces) return [path]
  const [, before = '', list = '', after = ''] = braces
  return list.split(',').flatMap((one) => expand(before + one.trim() + after))
}

function matchesOf(path: string, files: readonly string[], has: (path: string) => boolean): string[] {
  if (!/[*<]/.test(path)) return has(path) ? [path] : []
  const parts = path.split(/\*\*\/?|\*|<[^>]*>/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  const holes = [...path.matchAll(/\*\*\/?|\*|<[^>]*>/g)].map(([hole]) =>
    hole.startsWith('**') ? '.*' : '[^/]*',
  )
  const source = parts.map((part, index) => part + (holes[index] ?? '')).join('')
  const pattern = new RegExp(`^${source}(/|$)`)
  return files.filter((file) => pattern.test(file))
}
