import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CodeSample, withCodeSamples } from '@jobboard/contracts/openapi/code-samples'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, onTestFinished, test } from 'vitest'

type Sampled = Record<string, { operationId: string; 'x-codeSamples': CodeSample[] }>
const root = join(import.meta.dirname, '../..')

/** The samples of every operation that has one with this label. */
function samplesOf(
  label: string,
  plane: 'public' | 'admin' = 'public',
): [operation: string, source: string][] {
  const { paths } = withCodeSamples(printOpenApi(plane), plane === 'public')
  return Object.values(paths as Record<string, Sampled>).flatMap((operations) =>
    Object.values(operations).flatMap(({ operationId, 'x-codeSamples': samples }) =>
      samples
        .filter((one) => one.label === label)
        .map(({ source }) => [operationId, source] as [string, string]),
    ),
  )
}

test('every operation has a sample for curl with its path filled in, the operators’ have no other', () => {
  for (const plane of ['public', 'admin'] as const) {
    const samples = samplesOf('curl', plane)
    expect(samples).toHaveLength(Object.values(printOpenApi(plane).paths).flatMap(Object.keys).length)
    for (const [operation, source] of samples) expect(source.split('\n')[0], operation).not.toMatch(/[{}]/)
  }
  expect(samplesOf('TypeScript SDK', 'admin')).toEqual([])
  const [, publish] = samplesOf('curl').find(([operation]) => operation === 'publish-job')!
  expect(publish).toBe(`curl "$API/api/v1/jobs/7/publish" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  --data-binary '{
  "expiryDate": "2026-04-01T00:00:00Z"
}'`)
})

test('every sample for the TypeScript SDK compiles against it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const samples = samplesOf('TypeScript SDK')
  expect(samples.length).toBeGreaterThan(40)
  for (const [operation, source] of samples) writeFileSync(join(folder, `${operation}.ts`), source)
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...{
      target: 'esnext',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['esnext', 'dom', 'dom.iterable'],
    },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    paths: { '@jobboard/sdk': [join(root, 'packages/sdk/src/index.ts')] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  let output = ''
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  expect(output).toBe('')
}, 120_000)

test('every sample for the Python client calls a method that exists, with its parameters', () => {
  const operations = readFileSync(join(root, 'clients/python/jobboard/operations.py'), 'utf8')
  const samples = samplesOf('Python client')
  expect(samples.length).toBeGreaterThan(40)
  for (const [operation, source] of samples) {
    const [, method, given] = /client\.(\w+)\(([\s\S]*)\)\n$/.exec(source)!
    const signature = new RegExp(`def ${method}\\(([\\s\\S]*?)\\) ->`).exec(operations)?.[1]
    expect(signature, `${operation}: ${method}`).toBeDefined()
    for (const [, name] of given!.matchAll(/(?:^|, )(\w+)=/g)) {
      expect(signature, `${operation}: ${name}`).toContain(` ${name}: `)
    }
    expect(given, operation).not.toMatch(/\b(true|false|null|undefined)\b(?=[,\n\])}])/)
  }
})
