import type { Checkout } from './checkout.ts'
import { suggestion } from './nearest.ts'
import type { Rule } from './rules.ts'
import { titlesIn } from './titles.ts'

/** A test that a rule says it is held by: a file, and parts of titles in it. */
interface NamedTest {
  file: string
  titles: string[]
  /** In the body of the rule, counted from 1. */
  line: number
}

const TEST_FILE = /\.test\.(ts|mjs)$/

/** How many tests the rules name, and those that are not there: `Test:` is followed by a file in backticks and, in double
 * quotes, a part of each title. */
export function checkTests(
  checkout: Checkout,
  rules: readonly Rule[],
): { count: number; breaches: string[] } {
  const titles = new Map<string, string[]>()
  const titlesOf = (file: string) => {
    const known = titles.get(file) ?? titlesIn(checkout.read(file))
    titles.set(file, known)
    return known
  }
  let count = 0
  const breaches = rules.flatMap(({ id, file, line, body }) =>
    namedIn(body).flatMap((named) => {
      count += named.titles.length
      const place = `${file}:${line + named.line}: ${id}`
      if (named.titles.length === 0)
        return [`${place}: names no test of ${named.file}: quote a part of its title`]
      const holds = (one: string, title: string) => titlesOf(one).some((known) => known.includes(title))
      const isThere = checkout.files.includes(named.file)
      return named.titles
        .filter((title) => !isThere || !holds(named.file, title))
        .map((title) => {
          const tests = checkout.files.filter((one) => TEST_FILE.test(one))
          const moved = tests.find((one) => holds(one, title))
          if (moved) return `${place}: "${title}" is not in ${named.file}; it is in ${moved}`
          if (!isThere) return `${place}: ${named.file} does not exist${suggestion(named.file, tests)}`
          return `${place}: ${named.file} has no test "${title}"${suggestion(title, titlesOf(named.file))}`
        })
    }),
  )
  return { count, breaches }
}

function namedIn(body: string): NamedTest[] {
  const named: NamedTest[] = []
  for (const { 1: list = '', index } of body.matchAll(
    /^(?:- )?Test: ([\s\S]*?)(?=\n- |\n\n|$(?![\s\S]))/gm,
  )) {
    const line = body.slice(0, index).split('\n').length
    for (const [, file, title] of list.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      if (file !== undefined) named.push({ file, titles: [], line })
      else named.at(-1)?.titles.push(title!.replace(/\s+/g, ' '))
    }
  }
  return named
}
