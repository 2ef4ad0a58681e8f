import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@jobboard/stack/settings'
import { expect, test } from 'vitest'
import { blocksOf, readGuide } from './support/blocks.ts'
import { hasRuntime } from './support/runtimes.ts'
import { type Vector, verifiers } from './support/verifiers.ts'

/** A delivery of `openapi/webhook-signatures.json`. */
interface Published {
  name: string
  secrets: string[]
  timestamp: number
  body: string
  header: string
}

// The verification code of docs/guides/webhooks.md against the test vectors of the same page, in every language whose
// runtime is on this machine.
const blocks = blocksOf(readGuide('webhooks'))
const vectorBlock = blocks.find(({ paragraph }) => paragraph.includes('Your own code must agree with these'))!
const { cases, secret, previousSecret, body } = JSON.parse(vectorBlock.text)
const published: Published[] = JSON.parse(
  readFileSync(join(root, 'openapi', 'webhook-signatures.json'), 'utf8'),
)
const vectors: Vector[] = [
  ...cases.map((one: Partial<Vector>) => ({ secret, body, ...one })),
  ...published.flatMap(({ secrets, timestamp, ...delivery }) =>
    secrets.map((one) => ({ ...delivery, secret: one, now: timestamp, valid: true })),
  ),
]
const run = promisify(execFile)

const missing = verifiers.filter(({ runtime }) => !hasRuntime(runtime))
for (const { language, runtime } of missing) {
  console.warn(`SKIPPED: the ${language} code of docs/guides/webhooks.md: ${runtime} is not on this machine.`)
}

test.each(verifiers.filter((one) => !missing.includes(one)))(
  '$language: the code of the guide accepts and refuses its test vectors',
  async ({ file, files, command }) => {
    const dir = await mkdtemp(`${tmpdir()}/jobboard-verify-`)
    const snippet = blocks.find(({ fileName }) => fileName === file)!
    const all = { ...files, [file]: snippet.text, 'vectors.json': JSON.stringify(vectors) }
    for (const [name, text] of Object.entries(all)) await writeFile(join(dir, name), text)
    const { stdout } = await run('sh', ['-c', command], { cwd: dir })
    const results: boolean[] = JSON.parse(stdout)
    const named = vectors.map(({ name }, index) => [name, results[index]])
    expect(named).toEqual(vectors.map(({ name, valid }) => [name, valid]))
    await rm(dir, { recursive: true })
  },
  // The first run of Go compiles its standard library.
  300_000,
)

test('the test vectors are signed as this system signs', () => {
  const sign = (key: string, t: number, text: string) =>
    createHmac('sha256', key).update(`${t}.${text}`).digest('hex')
  for (const { header, now, secret: key, body: text } of vectors.filter((one) => one.valid)) {
    const t = Number(/t=(\d+)/.exec(header)![1])
    expect(header).toContain(`v1=${sign(key, t, text)}`)
    expect(Math.abs(now - t)).toBeLessThanOrEqual(300)
  }
  expect(vectors.filter(({ secret: key }) => key === previousSecret)).not.toEqual([])
  expect(vectors.filter(({ valid }) => !valid).length).toBeGreaterThan(5)
})
