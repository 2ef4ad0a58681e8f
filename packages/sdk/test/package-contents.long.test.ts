import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject, type Project } from './support/pack.ts'

// The package as its users get it: packed, installed in an empty project. package.long.test.ts compiles and runs it.
const MAX_VERIFY_BYTES = 3_000

let project: Project

beforeAll(async () => {
  project = await createProject({})
})
afterAll(() => project?.remove())

const installed = (path: string) => join(project.dir, 'node_modules/@jobboard/sdk', path)
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })

test('the package has the build, no sources and no dependencies', () => {
  const { dependencies, exports, engines, license, sideEffects } = JSON.parse(
    readFileSync(installed('package.json'), 'utf8'),
  )
  expect({ dependencies, engines, license, sideEffects }).toEqual({
    engines: { node: '>=20' },
    license: 'MIT',
    sideEffects: false,
  })
  expect(exports['.']).toEqual({
    import: { types: './dist/esm/index.d.ts', default: './dist/esm/index.js' },
    default: { types: './dist/cjs/index.d.ts', default: './dist/cjs/index.js' },
  })
  expect(readdirSync(installed('')).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
})

test('no module imports anything but modules of the package', () => {
  const modules = filesOf(installed('dist')).filter((file) => file.endsWith('.js'))
  const imports = modules.flatMap((file) => [
    ...readFileSync(installed(`dist/${file}`), 'utf8').matchAll(
      /(?:from|import|require)\s*\(?\s*["']([^"']+)/g,
    ),
  ])
  expect(imports.length).toBeGreaterThan(10)
  expect(
    imports.map(([, specifier]) => specifier).filter((specifier) => !specifier!.startsWith('.')),
  ).toEqual([])
})

test(`verifyWebhook alone is less than ${MAX_VERIFY_BYTES} bytes and has nothing of the client`, async () => {
  const bundle = await rolldown({
    input: 'entry',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(project.dir, 'entry.js') : null),
        load: (id) => (id.endsWith('entry.js') ? `export { verifyWebhook } from '@jobboard/sdk'` : null),
      },
    ],
  })
  const { output } = await bundle.generate({ minify: true })
  const code = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')
  expect(code).toContain('no_matching_signature')
  expect(code).not.toContain('idempotency')
  expect(code.length).toBeLessThan(MAX_VERIFY_BYTES)
})
