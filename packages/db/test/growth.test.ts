import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('every table of the migrations is listed with what bounds it (P-286)', () => {
  const files = globSync('{packages,services}/*/migrations/*.sql', { cwd: root })
  const created = files.flatMap((file) => {
    const tables = readFileSync(`${root}/${file}`, 'utf8').matchAll(
      /^create table (?:if not exists )?(\w+)/gm,
    )
    return [...tables].map(([, name]) => name!)
  })
  const page = readFileSync(`${root}/docs/rules/limits.md`, 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
  expect(created.length).toBeGreaterThan(45)
  expect([...new Set(listed)].toSorted()).toEqual([...new Set(created)].toSorted())
})
