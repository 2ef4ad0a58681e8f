import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mutants } from './list/all.ts'
import { mutate, testOf } from './mutant.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const texts = ['docs/rules', 'docs/adr'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
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
    expect(mutated, `the text of find occurs exactly once in ${mutant.file}`).toBeDefined()
    expect(mutated).not.toBe(read(mutant.file))
    for (const entry of mutant.tests) {
      const { file, title } = testOf(entry)
      expect(file).toMatch(/\.test\.ts$/)
      if (title !== undefined) expect(read(file)).toContain(title)
      else read(file)
    }
    for (const id of mutant.rules) expect(isDecided(id), `${id} is decided`).toBe(true)
  },
)

test('a text that does not occur, or occurs twice, is not replaced', () => {
  expect(mutate('a b a', { find: 'b', replace: 'c' })).toBe('a c a')
  expect(mutate('a b a', { find: 'a', replace: 'c' })).toBeUndefined()
  expect(mutate('a b a', { find: 'd', replace: 'c' })).toBeUndefined()
})
