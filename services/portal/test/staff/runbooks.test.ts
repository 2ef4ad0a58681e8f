import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '../../src/pages/areas.ts'

const folder = join(import.meta.dirname, '../../../../docs/runbooks')
const runbooks = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
const paths = areas
  .flatMap((area) => area.pages)
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`))

test.each(runbooks)('%s names pages of the portal, and each exists', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  const linked = [...text.matchAll(/`(\/staff\/[^`?]*)(?:\?[^`]*)?`/g)].map(([, path]) => path!)
  expect(linked.length).toBeGreaterThan(0)
  for (const path of linked) expect([path, paths.some((page) => page.test(path))]).toEqual([path, true])
})
