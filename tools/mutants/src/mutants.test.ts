import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutate, parse, ROOT, readMutants, testOf } from './mutants.ts'

const mutants = readMutants()
const texts = ['docs/rules', 'docs/adr'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => read(`${folder}/${name}`)),
)

function read(file: string): string {
  expect(existsSync(join(ROOT, file)), `${file} exists`).toBe(true)
  return readFileSync(join(ROOT, file), 'utf8')
}

function isDecided(id: string): boolean {
  const heading = id.startsWith('ADR ') ? `\n## ${id.slice(4)} ` : `\n## ${id}\n`
  return texts.some((text) => text.includes(heading))
}

test('names are unique and in kebab case, and there are at least 40 mechanisms', () => {
  const names = mutants.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z0-9]+)*$/)
  expect(names.length).toBeGreaterThanOrEqual(40)
})

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  '%s: its text occurs once, its tests and rules exist',
  (_name, mutant) => {
    const mutated = mutate(read(mutant.file), mutant)
    expect(mutated, `the text occurs exactly once in ${mutant.file}`).toBeDefined()
    expect(mutated).not.toBe(read(mutant.file))
    expect(mutant.tests).not.toEqual([])
    for (const entry of mutant.tests) {
      const { file, title = '' } = testOf(entry)
      expect(file).toMatch(/\.test\.ts$/)
      expect(read(file)).toContain(title)
    }
    for (const id of mutant.rules) expect(isDecided(id), `${id} is decided`).toBe(true)
  },
)

test('an entry is three lines, and one in another form is shown', () => {
  const [entry] = parse('a-b (P-1, ADR 0002): why\n  x.ts: one two ==> three\\nfour\n  x.test.ts > title\n')
  expect(entry).toEqual({
    ...{ name: 'a-b', rules: ['P-1', 'ADR 0002'], without: 'why', file: 'x.ts', find: 'one two' },
    ...{ replace: 'three\nfour', tests: ['x.test.ts > title'] },
  })
  expect(() => parse('a-b: why\n  x.ts: one ==> two\n')).toThrow('a-b: why')
})

test('a text that does not occur, or occurs twice, is not replaced; a space fits every run of blanks', () => {
  expect(mutate('a b a', { find: 'b', replace: 'c' })).toBe('a c a')
  expect(mutate('a(\n  b', { find: 'a( b', replace: '$&' })).toBe('$&')
  expect(mutate('a b a', { find: 'a', replace: 'c' })).toBeUndefined()
  expect(mutate('a b a', { find: 'd', replace: 'c' })).toBeUndefined()
})
