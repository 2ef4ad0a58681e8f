import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const LIST = join(ROOT, 'tools/mutants/list')

/** A mechanism, how it is removed, and the tests that must fail then. README.md has the form of an entry. */
export interface Mutant {
  name: string
  rules: string[]
  /** What goes wrong without the mechanism. */
  without: string
  file: string
  find: string
  replace: string
  tests: string[]
}

/** Every mechanism whose removal a test must notice. */
export function readMutants(): Mutant[] {
  return readdirSync(LIST).flatMap((name) => parse(readFileSync(join(LIST, name), 'utf8')))
}

/** Reads a list; throws the entry that has another form. */
export function parse(text: string): Mutant[] {
  return text
    .split(/\n(?=\S)/)
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [head = '', change = '', ...tests] = entry.split('\n').map((line) => line.trim())
      const [, name, rules, without] = /^(\S+) \((.+?)\): (.+)$/.exec(head) ?? []
      const [, file, find, replace] = /^(\S+): (.+?) ==>(.*)$/.exec(change) ?? []
      if (!name || !file)
        throw new Error(`Not in the form of an entry, see tools/mutants/README.md:\n${entry}`)
      return {
        ...{ name, file, rules: rules!.split(', '), without: without!, find: find! },
        ...{ replace: replace!.trim().replaceAll('\\n', '\n'), tests: tests.filter(Boolean) },
      }
    })
}

/** The text of a file without the mechanism; undefined when `find` does not occur exactly once. A space of `find` stands for
 * any run of blanks and line breaks. */
export function mutate(
  text: string,
  { find, replace }: Pick<Mutant, 'find' | 'replace'>,
): string | undefined {
  const found = [...text.matchAll(new RegExp(escaped(find).replace(/ +/g, '\\s+'), 'g'))]
  if (found.length !== 1) return undefined
  const [{ index, 0: all }] = found as [RegExpExecArray]
  return text.slice(0, index) + replace + text.slice(index + all.length)
}

/** The parts of `file > part of a title`. */
export function testOf(entry: string): { file: string; title: string | undefined } {
  const [file = '', ...title] = entry.split(' > ')
  return { file, title: title.length > 0 ? title.join(' > ') : undefined }
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
