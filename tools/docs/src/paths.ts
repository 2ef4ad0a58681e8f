import type { Checkout } from './checkout.ts'
import { linksIn } from './links.ts'

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
const IMPORT = /import (?:type )?\{([^}]*)\} from '(?:@jobboard\/([\w-]+)\/([\w/-]+)|\.\/([\w./-]+\.ts))'/g
const SPAN = /`([^`]+)`(?: \((`[^`)]+`(?:, `[^`)]+`)*)\))?/g
const PACKAGE_README = /^((?:packages|services|tools)\/[^/]+\/)README\.md$/
const HOLE = /\*\*\/?|\*|<[^>]*>/g

/** How many paths the Markdown files cite, and those that do not exist: in backticks, as links, in commands and in
 * imports. A line of a code block that says `(new)` may name a file that the reader is to make. */
export function checkPaths(checkout: Checkout): { count: number; breaches: string[] } {
  const cited = checkout.files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => pathsIn(checkout, file))
  return { count: cited.length, breaches: cited.flatMap((one) => breachesOf(checkout, one)) }
}

function breachesOf({ files, has, read }: Checkout, { path, names, file, line }: CitedPath): string[] {
  // A package's README may cite its files from its own folder or from its `src`.
  const [, folder] = PACKAGE_README.exec(file) ?? []
  const bases = folder === undefined ? [''] : ['', folder, `${folder}src/`]
  const matching = expand(path).map((one) => ({
    one,
    matches: bases.flatMap((base) => matchesOf(base + one, files, has)),
  }))
  const missing = matching.find(({ matches }) => matches.length === 0)
  if (missing) return [`${file}:${line}: ${missing.one} does not exist`]
  const texts = matching
    .flatMap(({ matches }) => matches)
    .filter((one) => files.includes(one))
    .map(read)
  return names
    .filter((name) => !texts.some((text) => new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`).test(text)))
    .map((name) => `${file}:${line}: ${path} does not hold ${name}`)
}

function pathsIn(checkout: Checkout, file: string): CitedPath[] {
  let isFenced = false
  return checkout
    .read(file)
    .split('\n')
    .flatMap((line, index): CitedPath[] => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isFenced = !isFenced
      if (isFence || (isFenced && line.includes('(new)'))) return []
      const found = isFenced ? inCode(checkout, line) : inProse(file, line)
      return found.map((one) => ({ ...one, file, line: index + 1 }))
    })
}

function inProse(file: string, line: string): { path: string; names: string[] }[] {
  const spans = [...line.matchAll(SPAN)]
    .map(([, span = '', list = '']) => ({
      // Without the line number and the slash of a folder.
      path: span.replace(/:\d+$/, '').replace(/\/$/, ''),
      names: [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    }))
    .filter(({ path }) => IN_FOLDER.test(path) || (SOURCE_FILE.test(path) && !path.startsWith('.')))
  return [...spans, ...linksIn(file, line).map(({ path }) => ({ path, names: [] }))]
}

function inCode({ has }: Checkout, line: string): { path: string; names: string[] }[] {
  const imports = [...line.matchAll(IMPORT)]
    .map(([, list = '', workspace, module, path = '']) => {
      const names = list.split(',').map((name) => name.replace(/^\s*type\s|\sas\s.*$/g, '').trim())
      if (workspace === undefined) return { path, names }
      const paths = ['packages', 'services', 'tools'].map(
        (folder) => `${folder}/${workspace}/src/${module}.ts`,
      )
      return { path: paths.find(has) ?? paths[0]!, names }
    })
    .filter(({ path }) => IN_FOLDER.test(path))
  return [...[...line.matchAll(IN_COMMAND)].map(([path]) => ({ path, names: [] })), ...imports]
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
  const holes = [...path.matchAll(HOLE)].map(([hole]) => (hole.startsWith('**') ? '.*' : '[^/]*'))
  const source = path.split(HOLE).map((part, index) => literal(part) + (holes[index] ?? ''))
  const pattern = new RegExp(`^${source.join('')}(/|$)`)
  return files.filter((file) => pattern.test(file))
}

const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
