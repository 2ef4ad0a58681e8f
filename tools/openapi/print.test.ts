import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { printEvents, readEvents } from './events.ts'
import { checkFiles, type Printed, writeFiles } from './print.ts'

const printed: Printed = { document: printOpenApi(), events: printEvents(await readEvents()) }
const checkout = () => mkdtempSync(join(tmpdir(), 'jobboard-openapi-'))

test('this checkout holds what its contracts print', () => {
  expect(checkFiles(join(import.meta.dirname, '../..'), printed)).toEqual([])
})

test('what was written is in order; what was not, or by hand, is named', () => {
  const root = checkout()
  expect(checkFiles(root, printed)).toHaveLength(2)
  expect(writeFiles(root, printed)).toEqual([])
  expect(checkFiles(root, printed)).toEqual([])
  writeFileSync(join(root, 'docs/events.md'), 'by hand')
  expect(checkFiles(root, printed)).toEqual([
    'docs/events.md is not what the contracts print: run `npm run openapi` and commit it',
  ])
})

test('an addition is asked for, then written', () => {
  const root = checkout()
  const { '/api/v1/key': _, ...paths } = printed.document.paths
  writeFiles(root, { ...printed, document: { ...printed.document, paths } })
  expect(checkFiles(root, printed)).toEqual([expect.stringContaining('openapi/v1.json is not what')])
  expect(writeFiles(root, printed)).toEqual([])
  expect(checkFiles(root, printed)).toEqual([])
})

test('a break is refused, and not written either', () => {
  const root = checkout()
  writeFiles(root, printed)
  const before = readFileSync(join(root, 'openapi/v1.json'), 'utf8')
  const { '/api/v1/key': _, ...paths } = printed.document.paths
  const broken = { ...printed, document: { ...printed.document, paths } }
  const line = 'breaks v1, which is frozen: GET /api/v1/key: is gone'
  expect(checkFiles(root, broken)).toEqual([line])
  expect(writeFiles(root, broken)).toEqual([line])
  expect(readFileSync(join(root, 'openapi/v1.json'), 'utf8')).toBe(before)
})

test('every event is in the table, with who tells it and when', async () => {
  const events = await readEvents()
  expect(events.length).toBeGreaterThan(10)
  for (const { subject, when } of events) {
    expect(printed.events).toContain(`| \`${subject}\` |`)
    expect(printed.events).toContain(when)
  }
  expect(existsSync(join(import.meta.dirname, '../../docs/events.md'))).toBe(true)
})
