import { readFileSync } from 'node:fs'
import { endpoints } from '@jobboard/contracts/endpoints'
import { expect, test } from 'vitest'

test('the table of the Admin API names every endpoint and no other', () => {
  const page = new URL('../../../docs/rules/admin-api.md', import.meta.url)
  const rows = readFileSync(page, 'utf8').matchAll(/^\| ((?:GET|POST|PUT|DELETE)[^|]*)\|/gm)
  const named = [...rows].flatMap(([, cell]) => {
    let methods: string[] = []
    return [
      ...cell!.matchAll(/((?:GET|POST|PUT|DELETE)(?: and (?:GET|POST|PUT|DELETE))*)|`(\/[^`?]*)`/g),
    ].flatMap(([, names, path]) => {
      if (names) methods = names.split(' and ')
      return path ? methods.map((method) => `${method} /admin/v1${path}`) : []
    })
  })
  const existing = endpoints
    .filter(({ plane }) => plane === 'admin')
    .map((one) => `${one.method} ${one.path}`)
  expect(named.toSorted()).toEqual(existing.toSorted())
})
