import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { expect, test } from 'vitest'
import { commands } from '../src/main.ts'

const folder = join(root, 'docs/guides/operators')
const CALL = /docker compose run --rm (?:-\S+ |--build )*jobboard ([^\n`]*)/g

test('every jobboard command of the guides exists', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
  let count = 0
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const [, line] of text.matchAll(CALL)) {
      const words = line!.split(' ')
      if (words[0] === '--help' || words[0] === 'COMMAND') continue
      const found = commands.find((each) => each.words.every((word, index) => words[index] === word))
      expect(found, `${file}: ${line}`).toBeDefined()
      for (const option of line!.match(/ --[a-z-]+/g) ?? []) expect(found!.help).toContain(option.trim())
      count++
    }
  }
  expect(count).toBeGreaterThan(10)
})
