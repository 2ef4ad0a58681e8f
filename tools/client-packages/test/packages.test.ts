import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientPackage } from '@jobboard/api-reference/clients/register-clients'
import { runProgram } from '@jobboard/api-reference/static-file'
import { clientFiles } from '@jobboard/contracts/openapi/code-samples'
import { expect, test } from 'vitest'
import { buildPackages } from '../src/build.ts'
import { root } from '../src/files.ts'

test('each package has the name that the documents use, and the same bytes whenever it is made', async () => {
  const program = new URL('../src/main.ts', import.meta.url).href
  const [made, kept] = await Promise.all([buildPackages(), runProgram(program)])
  expect(Object.fromEntries(made.map(({ client, file }) => [client, file]))).toEqual(clientFiles)
  const served = JSON.parse(kept.toString()) as ClientPackage[]
  expect(made.map(({ sha256 }) => sha256)).toEqual(served.map(({ sha256 }) => sha256))
})

const documents = [
  'README.md',
  'docs/guides/clients.md',
  'docs/guides/assistants.md',
  'packages/sdk/README.md',
  'packages/mcp/README.md',
  'clients/python/README.md',
]
test.each(documents)('%s installs from /sdk, and only what is served there', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [...text.matchAll(/\/sdk\/([\w.-]+\.(?:tgz|whl))/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(Object.values(clientFiles)).toEqual(expect.arrayContaining(named))
})
