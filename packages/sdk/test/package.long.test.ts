import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@jobboard/testkit/eventually'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProject, type Project } from './support/pack.ts'
import { readRecipes, runWebhookRecipe, useTypes } from './support/recipes.ts'
import { run } from './support/run.ts'
import { findProgram, findRuntimes } from './support/runtimes.ts'
import { startSystem, type TestSystem } from './support/start-system.ts'

// The package as its users get it: packed, installed in an empty project, compiled strictly, run on each runtime.
const vectors = readFileSync(join(import.meta.dirname, '../../../openapi/webhook-signatures.json'), 'utf8')
const { found: runtimes, missing } = findRuntimes()
const browser = findProgram('chromium', /^Chromium /)
if (!browser) missing.push('Chromium')
if (missing.length > 0) {
  console.warn(`SKIPPED: the SDK on ${missing.join(', ')}; install with npm run runtimes -w @jobboard/sdk`)
}

const MAX_VERIFY_BYTES = 3_000

let project: Project
const recipes = readRecipes()

beforeAll(async () => {
  project = await createProject({
    ...recipes,
    'run-webhooks.ts': runWebhookRecipe,
    'use-types.ts': useTypes,
  })
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

test('the five recipes and the types compile with strict and without skipLibCheck', async () => {
  expect(Object.keys(recipes)).toHaveLength(5)
  await project.compile()
})

describe('against the real system', () => {
  let system: TestSystem
  let pages: Server

  beforeAll(async () => {
    pages = createServer((request, response) => {
      const path = new URL(request.url!, 'http://page.test').pathname
      const isModule = path.endsWith('.js')
      response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html')
      response.end(isModule ? readFileSync(installed(`dist/esm${path}`)) : page())
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    system = await startSystem({ CORS_ORIGINS: origin() })
  })
  afterAll(async () => {
    pages?.close()
    await system?.network.stop()
  })
  const origin = () => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`

  describe.each(runtimes)('on $name', ({ program, args }) => {
    const runRecipe = (name: string, env: Record<string, string> = {}) =>
      run(program, [...args, join('out', `${name}.js`)], {
        cwd: project.dir,
        env: {
          JOBBOARD_URL: system.url,
          JOBBOARD_RECRUITER_KEY: system.recruiterKey,
          JOBBOARD_CANDIDATE_KEY: system.candidateKey,
          ...env,
        },
      })

    test('a job is published, a candidate applies, the application is moved and both are in the feed', async () => {
      await project.compile()
      expect(await runRecipe('publish')).toMatch(/^Baker is Active; \d+ JobPosting credits are left\.$/m)
      await eventually('candidates find the job', async () => {
        const { body } = await system.network
          .api(system.candidateKey)
          .get('/api/v1/me/jobs?query=baker&country=PT')
        return body.items.length > 0
      })
      const [, id] = /^Applied: (\d+)$/m.exec(await runRecipe('apply')) ?? []
      await eventually('the recruiter has the application', async () => {
        const recruiter = system.network.api(system.recruiterKey)
        return (await recruiter.get(`/api/v1/applications/${id}`)).status === 200
      })
      await runRecipe('applications')
      const items = await eventually('the candidate sees the new status', async () => {
        const { body } = await system.network.api(system.candidateKey).get('/api/v1/me/applications')
        return body.items[0].status === 'Screened' && body.items
      })
      // The recipe of the next runtime applies to the first open job.
      for (const { jobId } of items) {
        await system.network.api(system.recruiterKey).delete(`/api/v1/jobs/${jobId}`)
      }
      expect(await runRecipe('events')).toMatch(/^Baker: application \d+$/m)
    })

    test('a delivery is verified and a changed one is refused', async () => {
      await project.compile()
      const [vector] = JSON.parse(vectors)
      const seconds = Math.floor(Date.now() / 1_000)
      const output = await runRecipe('run-webhooks', {
        JOBBOARD_WEBHOOK_SECRET: vector.secrets[0],
        WEBHOOK_BODY: vector.body,
        WEBHOOK_HEADER: `t=${seconds},v1=${createHmac('sha256', vector.secrets[0]).update(`${seconds}.${vector.body}`).digest('hex')}`,
      })
      expect(output).toMatch(/204\n400\n$/)
    })
  })

  test.skipIf(!browser)(
    'in a browser a page of an allowed origin calls the API and verifies a delivery',
    async () => {
      const flags = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--virtual-time-budget=20000',
        '--dump-dom',
      ]
      const dom = await run(browser!, [...flags, `--user-data-dir=${project.dir}/profile`, origin()], {
        cwd: project.dir,
      })
      expect(dom).toContain('<output>Page string title application.submitted</output>')
    },
  )

  const page = () => `<!doctype html><output>waiting</output><script type="module">
    import { createClient, verifyWebhook } from '/index.js'
    const show = (text) => (document.querySelector('output').textContent = text)
    try {
      const client = createClient({ apiKey: '${system.recruiterKey}', baseUrl: '${system.url}' })
      const job = await client.jobs.create({ title: 'Page' })
      const { requestId } = await client.jobs.get(job.id).withResponse()
      const problem = await client.jobs.create({ title: '' }).catch((error) => error.field)
      const delivery = ${JSON.stringify(JSON.parse(vectors)[0])}
      const { type } = await verifyWebhook({
        payload: delivery.body, header: delivery.header, secret: delivery.secrets[0],
        now: new Date(delivery.timestamp * 1000),
      })
      show([job.title, typeof requestId, problem, type].join(' '))
    } catch (error) { show(String(error)) }
  </script>`
})
