import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Operation } from './document.ts'
import { readEvents } from './events.ts'
import { checkFiles, printAll, writeFiles } from './print.ts'

const printed = await printAll()

function newCheckout(): string {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-openapi-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

test('the committed files are what the contracts print', () => {
  expect(checkFiles(join(import.meta.dirname, '../..'), printed)).toEqual([])
})

test('missing and edited files are reported; written files are up to date', () => {
  const root = newCheckout()
  expect(checkFiles(root, printed)).toHaveLength(6)
  expect(writeFiles(root, printed)).toEqual([])
  expect(checkFiles(root, printed)).toEqual([])
  writeFileSync(join(root, 'docs/events.md'), 'edited by hand')
  expect(checkFiles(root, printed)).toEqual([
    'docs/events.md differs from what the contracts print: run `npm run openapi` and commit the file',
  ])
})

test('an additive change is reported as not printed, then written', () => {
  const root = newCheckout()
  const { '/api/v1/key': _, ...paths } = printed.document.paths
  writeFiles(root, { ...printed, document: { ...printed.document, paths } })
  expect(checkFiles(root, printed)).toEqual([expect.stringContaining('openapi/v1.json differs from')])
  expect(writeFiles(root, printed)).toEqual([])
  expect(checkFiles(root, printed)).toEqual([])
})

test('a breaking change is reported and nothing is written', () => {
  const root = newCheckout()
  writeFiles(root, printed)
  const before = readFileSync(join(root, 'openapi/v1.json'), 'utf8')
  const { '/api/v1/key': _, ...paths } = printed.document.paths
  const broken = { ...printed, document: { ...printed.document, paths } }
  const problem = 'breaks the frozen v1: GET /api/v1/key: removed'
  expect(checkFiles(root, broken)).toEqual([problem])
  expect(writeFiles(root, broken)).toEqual([problem])
  expect(readFileSync(join(root, 'openapi/v1.json'), 'utf8')).toBe(before)
})

test('a new refusal of an existing operation needs a reason and a word in the changelog (Spec §9)', () => {
  const root = newCheckout()
  writeFiles(root, printed)
  const document = structuredClone(printed.document)
  const gone = { $ref: '#/components/responses/Gone' }
  document.components!.responses!.Gone = { 'x-codes': ['gone'] }
  Object.assign((document.paths['/api/v1/jobs']!.post as Operation).responses, { 410: gone })
  document.paths['/api/v1/new'] = { get: { responses: { 410: gone } } }
  const refusing = { ...printed, document }
  const refusal = 'POST /api/v1/jobs: 410 gone'
  expect(checkFiles(root, refusing)).toEqual([
    `breaks the frozen v1: ${refusal} is a new refusal: give its reason in openapi/new-refusals.json`,
    `breaks the frozen v1: ${refusal} is a new refusal: name \`gone\` under Unreleased in CHANGELOG.md`,
  ])
  writeFileSync(join(root, 'openapi/new-refusals.json'), JSON.stringify({ [refusal]: 'a test' }))
  writeFileSync(join(root, 'CHANGELOG.md'), '## [Unreleased]\n- `gone`\n\n## [0.1.0]\n')
  expect(writeFiles(root, refusing)).toEqual([])
  expect(checkFiles(root, refusing)).toEqual([])
  expect(checkFiles(root, printed)).toContain(
    `breaks the frozen v1: openapi/new-refusals.json: no operation has ${refusal}; remove the line`,
  )
})

test('every event is in the table with its subject and when it is published', async () => {
  const events = await readEvents()
  expect(events.length).toBeGreaterThan(10)
  for (const { subject, when } of events) {
    expect(printed.events).toContain(`| \`${subject}\` |`)
    expect(printed.events).toContain(when)
  }
  expect(existsSync(join(import.meta.dirname, '../../docs/events.md'))).toBe(true)
})
