import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { client } from '@jobboard/testkit/client'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChangelog, readGuides } from '../src/guides/read-guides.ts'
import { registerGuides } from '../src/guides/register-guides.ts'

const folder = mkdtempSync(join(tmpdir(), 'jobboard-guides-'))
const files = {
  'first-call.md': `# Your first call

Send one request with your key, and read the response & its headers.

## Send it

\`\`\`sh
curl -s "localhost:8080/api/v1/jobs?status=Active" -H "Authorization: Bearer $KEY"
\`\`\`

If it fails, see [errors](errors.md#what-to-do), or [the reference](/docs).

<script>alert(1)</script> [no link](javascript:alert(1))

## Send it

Again.
`,
  'errors.md': `# Errors

Each error has a \`code\` for programs
and a \`message\` for people.

## What to do

| status | code |
|---|---|
| 404 | \`not_found\` |

Start with [the first call](first-call.md).
`,
  'unlisted.md': `# Unlisted

This file is not in the index, so it is not served.
`,
  'index.json': `["first-call", "errors"]
`,
}
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
)
const document = {
  info: { title: 'Job board API', description: 'Post jobs.\n\n## Authentication' },
  components: {},
}
const app = Fastify()
let url: string
beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'first-call'))
  writeFileSync(join(folder, 'first-call/dot.png'), dot)
  registerGuides(app, { document, guides: readGuides(folder) })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('200: the index lists the guides in the order of index.json, with their summaries', async () => {
  const { status, headers, text } = await client(url).get('/docs/guides')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const links = [...text.matchAll(/<li><a href="([^"]+)">([^<]+)<\/a><p>([^<]+)/g)].map(([, ...rest]) => rest)
  expect(links).toEqual([
    [
      '/docs/guides/first-call',
      'Your first call',
      'Send one request with your key, and read the response &amp; its headers.',
    ],
    ['/docs/guides/errors', 'Errors', 'Each error has a `code` for programs and a `message` for people.'],
  ])
})

test('200: the pictures in the folder of a guide are served beside its page', async () => {
  const response = await fetch(`${url}/docs/guides/first-call/dot.png`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('image/png'),
  ])
  expect(Buffer.from(await response.arrayBuffer())).toEqual(dot)
})

test('200: a guide is an HTML page; links to other guides go to their pages', async () => {
  const { status, text } = await client(url).get('/docs/guides/first-call')
  expect(status).toBe(200)
  expect(text).toContain('<title>Your first call: Job board API</title>')
  expect(text).toContain('<h1 id="your-first-call">Your first call</h1>')
  expect(text).toContain('<h2 id="send-it">')
  expect(text).toContain('<h2 id="send-it-1">')
  expect(text).toContain('<a href="/docs/guides/errors#what-to-do">errors</a>')
  expect(text).toContain('<a href="/docs">the reference</a>')
  const errors = (await client(url).get('/docs/guides/errors')).text
  expect(errors).toContain('<table>')
  expect(errors).toContain('<tr id="not_found">')
})

test('a guide runs one script of this origin, and HTML in a guide is shown as text', async () => {
  for (const path of ['/docs/guides', '/docs/guides/first-call']) {
    const { headers, text } = await client(url).get(path)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/docs/guides.js" defer>'])
    expect(text).not.toMatch(/href="javascript|style=| on\w+=/)
  }
  const { text } = await client(url).get('/docs/guides/first-call')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('a guide has a table of contents, and links to the guides before and after it', async () => {
  const { text: first } = await client(url).get('/docs/guides/first-call')
  expect(first).toContain('<nav class="toc" aria-label="On this page">')
  expect(first).toContain('<li class="level-2"><a href="#send-it">Send it</a></li>')
  expect(first).toContain('<a href="/docs/guides/first-call" aria-current="page">')
  expect(first).toContain('<a rel="next" href="/docs/guides/errors"><span>Next:</span> Errors</a>')
  expect(first).not.toContain('rel="prev"')
  const { text: second } = await client(url).get('/docs/guides/errors')
  expect(second).toContain('<a rel="prev" href="/docs/guides/first-call">')
  expect(second).not.toContain('rel="next"')
})

test('code is highlighted without inline styles and has a copy button', async () => {
  const { text } = await client(url).get('/docs/guides/first-call')
  expect(text).toContain(
    '<div class="code"><button type="button" class="copy" hidden>Copy</button><pre><code>',
  )
  expect(text).toMatch(/<span class="hljs-string">/)
})

test('the changelog: a page whose links lead to the guides that are served', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'jobboard-changelog-'))
  const file = join(temporary, 'CHANGELOG.md')
  writeFileSync(file, '# Changelog\n\nSee [a](docs/guides/errors.md) and [b](docs/guides/other.md).\n')
  expect(readChangelog(file, readGuides(folder))).toMatchObject([
    {
      path: '/docs/changelog',
      title: 'Changelog',
      markdown: expect.stringContaining('See [a](/docs/guides/errors) and b.'),
    },
  ])
  rmSync(temporary, { recursive: true })
  expect(readChangelog(file, [])).toEqual([])
})

test('200: name.md is the file as it was written', async () => {
  const { status, headers, text } = await client(url).get('/docs/guides/errors.md')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(text).toBe(files['errors.md'])
})

test('304: a guide has not changed', async () => {
  const first = await client(url).get('/docs/guides/errors')
  const headers = { 'if-none-match': first.headers.get('etag')! }
  expect((await client(url).get('/docs/guides/errors', { headers })).status).toBe(304)
})

test('404: a file that is not in index.json, and paths outside the folder', async () => {
  for (const name of ['unlisted', 'unlisted.md', 'index.json', '..%2Fguides%2Ferrors', '%2e%2e']) {
    expect((await fetch(`${url}/docs/guides/${name}`)).status, name).toBe(404)
  }
})

test('200: llms.txt has the title, the summary, and links to the guides and the OpenAPI document', async () => {
  const response = await fetch(`${url}/llms.txt`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toBe(`# Job board API

> Post jobs.

## Guides

- [Your first call](/docs/guides/first-call.md): Send one request with your key, and read the response & its headers.
- [Errors](/docs/guides/errors.md): Each error has a \`code\` for programs and a \`message\` for people.

## Reference

- [OpenAPI document](/openapi.json): every operation with its parameters, bodies, responses and errors, as OpenAPI 3.1
`)
})

const broken: [string, string, string, RegExp][] = [
  ['a name that leaves the folder', '["../secret"]', '# A\n\nB.\n', /list of kebab-case names/],
  ['a missing file', '["other"]', '# A\n\nB.\n', /other\.md/],
  ['no title', '["guide"]', 'A\n\nB.\n', /guide\.md must start with "# Title"/],
  ['no summary', '["guide"]', '# A\n\n## B\n', /guide\.md must start with "# Title"/],
]
test.each(broken)('readGuides throws: %s', (_title, index, markdown, expected) => {
  const temporary = mkdtempSync(join(tmpdir(), 'jobboard-guides-'))
  writeFileSync(join(temporary, 'index.json'), index)
  writeFileSync(join(temporary, 'guide.md'), markdown)
  expect(() => readGuides(temporary)).toThrow(expected)
  rmSync(temporary, { recursive: true })
})

test('a folder without index.json has no guides', () => {
  expect(readGuides(join(folder, 'operators'))).toEqual([])
})
