import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImports } from './check.ts'
import { type Manifest, openTurboCopy, readManifests, root } from './turbo-copy.ts'

let copy: ReturnType<typeof openTurboCopy>
beforeAll(() => {
  copy = openTurboCopy()
})
afterAll(() => copy.remove())

/** Every file that the tests of a package load, and those of the service processes that they start by name. */
function loadedBy({ folder }: Manifest, importsOf: Map<string, string[]>): Set<string> {
  const isTest = (file: string) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts')
  const waiting = [...importsOf.keys()].filter(isTest)
  if (waiting.length > 0)
    waiting.push('tools/testkit/src/global-setup.ts', 'tools/testkit/src/longest-first.ts')
  const loaded = new Set<string>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    waiting.push(...(importsOf.get(file) ?? []))
    if (!file.startsWith(folder) || !file.endsWith('.ts')) continue
    for (const [, service] of readFileSync(join(root, file), 'utf8').matchAll(
      /startServiceProcess\('(\w+)'/g,
    )) {
      waiting.push(`services/${service}/src/main.ts`)
    }
  }
  return loaded
}

test('the hash of the tests of a package changes with each service that they load', async () => {
  const importsOf = await readImports(root, ['packages', 'services', 'tools', 'e2e'])
  const manifests = readManifests()
  const tested = manifests.filter(({ scripts }) => scripts.test !== undefined)
  const loaded = new Map(tested.map((one) => [one, loadedBy(one, importsOf)]))
  let before = copy.testHashes()
  const stale: string[] = []
  let pairs = 0
  for (const { folder } of manifests.filter((one) => one.folder.startsWith('services/'))) {
    const isSource = (file: string) => file.startsWith(`${folder}/src/`) && !file.endsWith('.test.ts')
    const users = tested.filter((one) => [...loaded.get(one)!].some(isSource))
    const [changed] = users.flatMap((one) => [...loaded.get(one)!].filter(isSource))
    if (changed === undefined) continue
    copy.change(changed)
    const after = copy.testHashes()
    for (const { name } of users) {
      if (after.get(`${name}#test`) === before.get(`${name}#test`)) stale.push(`${name} after ${changed}`)
      pairs++
    }
    before = after
  }
  expect(stale).toEqual([])
  expect(pairs).toBeGreaterThan(40)
}, 600_000)
