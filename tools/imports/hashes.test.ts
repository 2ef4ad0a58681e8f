import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTurboCopy, readManifests } from './turbo-copy.ts'

let copy: ReturnType<typeof openTurboCopy>
beforeAll(() => {
  copy = openTurboCopy()
})
afterAll(() => copy.remove())

test('a change in jobs leaves the hash of the tests that do not load it', () => {
  const before = copy.testHashes()
  copy.change('services/jobs/src/service.ts')
  const after = copy.testHashes()
  const changed = [...after].filter(([task, hash]) => hash !== before.get(task)).map(([task]) => task)
  expect(changed).toContain('@jobboard/pipeline#test')
  expect(changed).not.toContain('@jobboard/search#test')
})

test('the sources of a package carry those of its dependencies, and of nothing that only its tests need', () => {
  const tasks = new Map(copy.dryRun('sources').map((task) => [task.taskId, task]))
  const manifests = readManifests()
  const names = new Set(manifests.map(({ name }) => name))
  for (const { name, dependencies = {} } of manifests) {
    const needed = Object.keys(dependencies).filter((one) => names.has(one))
    const expected = needed.map((one) => `${one}#sources`)
    expect([name, tasks.get(`${name}#sources`)?.dependencies.toSorted()]).toEqual([name, expected.toSorted()])
  }
})
