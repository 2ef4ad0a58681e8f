/** A mechanism, how it is removed, and the tests that must fail then. */
export interface Mutant {
  /** In kebab case; unique. */
  name: string
  /** Ids of the rules that the mechanism keeps, such as `P-119`. */
  rules: readonly [string, ...string[]]
  /** What goes wrong without the mechanism. */
  without: string
  /** Path from the root of the repository. */
  file: string
  /** A text that occurs exactly once in the file, on one line where that is enough: formatting changes less of it. */
  find: string
  replace: string
  /** Each is a test file, of which at least one test must fail, or `file > part of a title`, of which a test must fail. */
  tests: readonly [string, ...string[]]
}

/** The parts of an entry of `tests`. */
export function testOf(entry: string): { file: string; title: string | undefined } {
  const [file = '', ...title] = entry.split(SEPARATOR)
  return { file, title: title.length > 0 ? title.join(SEPARATOR) : undefined }
}
const SEPARATOR = ' > '

/** The text of the file without the mechanism; undefined when `find` does not occur exactly once. */
export function mutate(
  text: string,
  { find, replace }: Pick<Mutant, 'find' | 'replace'>,
): string | undefined {
  const at = text.indexOf(find)
  if (at < 0 || text.indexOf(find, at + 1) >= 0) return undefined
  return text.slice(0, at) + replace + text.slice(at + find.length)
}
