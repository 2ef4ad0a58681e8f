import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { freePort } from '@jobboard/stack/infra/free-port'
import { root } from '@jobboard/stack/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestStack } from '../support/start-stack.ts'
import { type Block, blocksOf, codeOf, guideNames, readGuide, tableBelow } from './support/blocks.ts'
import { runGuide } from './support/run-guide.ts'
import { openShell } from './support/shell.ts'
import { verifiers } from './support/verifiers.ts'

// Each guide in a folder that looks like a checkout with a running `npm start`: `.jobboard/demo.json` is there, and the
// folders of the repository are.
/** Run on a real delivery by services/webhook/test/official-libraries.long.test.ts. */
const withOfficialLibrary = ['verify-standard.ts', 'verify_standard.py']

let started: TestStack
let checkout: string
let demo: Demo

/** Every guide, on a stack with TEST_CLOCK and the demo data. Moves its clock. */
export function testGuides(opened: () => { started: TestStack; demo: Demo }): void {
  beforeAll(async () => {
    ;({ started, demo } = opened())
    checkout = await mkdtemp(`${tmpdir()}/jobboard-guides-`)
    const names = (await readdir(root)).filter((name) => !name.startsWith('.'))
    for (const name of names) await symlink(join(root, name), join(checkout, name))
    await symlink(started.dataDir, join(checkout, '.jobboard'))
  })

  afterAll(async () => {
    if (checkout) await rm(checkout, { recursive: true, force: true })
  })

  test.each(guideNames)(
    'every command of %s succeeds and prints what the guide shows (P-160)',
    async (name) => {
      // The ports of the receivers in the webhook guide.
      const [port, otherPort] = [String(await freePort()), String(await freePort())]
      const blocks = blocksOf(readGuide(name)).map((block) => ({
        ...block,
        text: block.text.replaceAll('9000', port).replaceAll('9001', otherPort),
      }))
      const { ADMIN_URL: _, ADMIN_TOKEN: __, ...inherited } = process.env
      const env = {
        ...inherited,
        DATA_DIR: started.dataDir,
        // What a guide installs ends with the test, and warnings about the npm of this machine are not part of a guide.
        npm_config_cache: join(checkout, '.npm'),
        npm_config_loglevel: 'error',
        // Calls of a registry, where nothing is installed from one.
        ...{ npm_config_audit: 'false', npm_config_update_notifier: 'false' },
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      }
      const shell = await openShell(checkout, env)
      try {
        await runGuide(name, blocks, shell)
      } finally {
        await shell.close()
      }
    },
    240_000,
  )

  test('each of the 20 examples of search-language.md matches as many demo candidates as it says', async () => {
    const rows = tableBelow(readGuide('search-language'), '20 examples')
    const api = started.api(demo.employers[1]!.apiKey)
    const found = []
    for (const [, query] of rows) {
      const { status, body } = await api.post('/api/v1/candidates/search', { query: codeOf(query!) })
      found.push([query, status === 200 ? String(body.total) : body])
    }
    expect(found).toEqual(rows.map(([, query, , matches]) => [query, matches]))
    expect(rows).toHaveLength(20)
  })

  test('every program of the guides is run by a command, or by the test of its language', () => {
    const verified = [...verifiers.map(({ file }) => file), ...withOfficialLibrary]
    const unused = guideNames.flatMap((name) => {
      const blocks = blocksOf(readGuide(name))
      const isRun = ({ fileName }: Block) =>
        blocks.some(
          ({ language, text, fileName: own }) => language === 'sh' && !own && text.includes(fileName!),
        )
      return blocks
        .filter((block) => block.fileName && !isRun(block) && !verified.includes(block.fileName))
        .map(({ fileName }) => `${name}: ${fileName}`)
    })
    expect(unused).toEqual([])
  })
}
