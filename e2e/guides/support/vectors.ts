import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@jobboard/stack/settings'
import { blocksOf, readGuide } from './blocks.ts'
import { type Vector, verifiers } from './verifiers.ts'

/** A delivery of `openapi/webhook-signatures.json`. */
interface Published {
  name: string
  secrets: string[]
  timestamp: number
  body: string
  header: string
}

const blocks = blocksOf(readGuide('webhooks'))
const vectorBlock = blocks.find(({ paragraph }) => paragraph.includes('Your own code must agree with these'))!
const { cases, secret, previousSecret, body } = JSON.parse(vectorBlock.text)
const published: Published[] = JSON.parse(
  readFileSync(join(root, 'openapi', 'webhook-signatures.json'), 'utf8'),
)
const run = promisify(execFile)

/** The secret before the rotation, which some vectors are signed with. */
export const secretBefore: string = previousSecret

/** The test vectors of docs/guides/webhooks.md and of `openapi/webhook-signatures.json`. */
export const vectors: Vector[] = [
  ...cases.map((one: Partial<Vector>) => ({ secret, body, ...one })),
  ...published.flatMap(({ secrets, timestamp, ...delivery }) =>
    secrets.map((one) => ({ ...delivery, secret: one, now: timestamp, valid: true })),
  ),
]

/** True when this machine has the program. */
export const hasRuntime = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** The verifiers of the languages whose runtime is on this machine; says which are not. */
export function findVerifiers(languages: (language: string) => boolean): typeof verifiers {
  const wanted = verifiers.filter(({ language }) => languages(language))
  const missing = wanted.filter(({ runtime }) => !hasRuntime(runtime))
  for (const { language, runtime } of missing) {
    console.warn(
      `SKIPPED: the ${language} code of docs/guides/webhooks.md: ${runtime} is not on this machine.`,
    )
  }
  return wanted.filter((one) => !missing.includes(one))
}

/** What the verification code of the guide says about each vector, by the name of the vector. */
export async function verdictsOf({
  file,
  files,
  command,
}: (typeof verifiers)[number]): Promise<[name: string, isValid: boolean | undefined][]> {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-verify-`)
  const snippet = blocks.find(({ fileName }) => fileName === file)!
  const all = { ...files, [file]: snippet.text, 'vectors.json': JSON.stringify(vectors) }
  for (const [name, text] of Object.entries(all)) await writeFile(join(dir, name), text)
  const { stdout } = await run('sh', ['-c', command], { cwd: dir })
  await rm(dir, { recursive: true })
  const results: boolean[] = JSON.parse(stdout)
  return vectors.map(({ name }, index) => [name, results[index]])
}
