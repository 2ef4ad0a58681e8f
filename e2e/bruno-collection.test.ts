import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { seed } from '@jobboard/jobboard/demo/seed'
import { printBruno } from '@jobboard/openapi/bruno'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

// `npm run do -- bruno` writes a collection of every operation, and people run all of it.
let system: Network
let demo: Demo
beforeAll(async () => {
  system = await network()
  const { gateway, adminToken } = system
  const addresses = { baseUrl: gateway.url, adminUrl: gateway.adminUrl, adminToken }
  demo = await seed(addresses, undefined, () => {})
}, 120_000)
afterAll(() => system?.stop())

/** What the collection must leave as it was. */
async function stateOfDemo() {
  const [employer] = demo.employers
  const [candidate] = demo.candidates
  const api = system.api(employer!.apiKey)
  const me = system.api(candidate!.apiKey)
  const jobs = (await api.get('/api/v1/jobs?pageSize=100')).body.items as { id: number }[]
  const { updatedAt: _, lastActiveAt: __, ...profile } = (await me.get('/api/v1/me/profile')).body
  return {
    jobs: jobs.filter(({ id }) => id <= 2),
    profile,
    consent: (await me.get('/api/v1/me/consent')).body,
    users: (await api.get('/api/v1/employer/users')).body,
  }
}

test('running the whole collection twice changes and removes only what it has made', async () => {
  const before = await stateOfDemo()
  const document = JSON.parse(readFileSync(join(root, 'openapi', 'v1.json'), 'utf8'))
  const ofSandbox = Object.entries<object>(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/sandbox'))
    .flatMap(([, operations]) => Object.values(operations).map(({ operationId }) => operationId))
  const files = printBruno(document, {
    baseUrl: system.gateway.url,
    recruiterKey: demo.employers[0]!.apiKey,
    candidateKey: demo.candidates[0]!.apiKey,
    sandboxKey: '',
    candidateId: demo.candidates[0]!.id,
  })
  for (let run = 0; run < 2; run++) {
    const recruiter = system.api(demo.employers[0]!.apiKey)
    const results = await runCollection(files, (variable) =>
      eventually('the recruiter can read the application', async () => {
        const path = `/api/v1/applications/${variable('applicationId')}`
        return (await recruiter.get(path)).status === 200
      }),
    )
    const skipped = results.filter(({ status }) => status === undefined).map(({ name }) => name)
    expect(skipped.filter((name) => !ofSandbox.includes(name)).sort()).toEqual([
      'delete-past-search',
      'delete-past-searches',
      'erase-me',
      'renew-consent',
      'replace-rejection-reasons',
      'replace-scorecard-template',
      'rotate-own-key',
      'update-profile',
      'withdraw-consent',
    ])
    // On a busy machine the system may be not ready for a moment.
    const refused = results.filter(
      ({ name, status }) => name !== 'health' && status !== undefined && status >= 400,
    )
    // The scorecard is read before it is written.
    expect(refused.map(({ name, status }) => `${status} ${name}`)).toEqual(['404 get-scorecard'])
    expect(results).toHaveLength(
      Object.values(document.paths).flatMap((one) => Object.keys(one as object)).length,
    )
    expect(await stateOfDemo()).toEqual(before)
  }
})

/** What became of a request; without a status it was skipped by its own script. */
interface CollectionResult {
  name: string
  status: number | undefined
}

/** Sends the requests of a Bruno collection as `bru run` does: folder by folder in the order of `seq`, with variables,
 * and with the scripts before and after each request. `sleep` is called in place of a pause of a script. */
async function runCollection(
  files: Record<string, string>,
  sleep: (variable: (name: string) => unknown) => Promise<unknown>,
): Promise<CollectionResult[]> {
  const environment = pairs(blockOf(files['environments/demo.bru']!, 'vars'))
  const made = new Map<string, unknown>()
  const filled = (text: string) =>
    text.replace(/\{\{(\$?\w+)\}\}/g, (_match, name) =>
      name === '$guid' ? crypto.randomUUID() : String(made.get(name) ?? environment[name]),
    )
  const results: CollectionResult[] = []
  for (const [file, text] of inOrder(files)) {
    const name = /([^/]+)\.bru$/.exec(file)![1]!
    let isSkipped = false
    const bru = {
      sleep: () => sleep((key) => made.get(key)),
      getVar: (key: string) => made.get(key),
      setVar: (key: string, value: unknown) => void made.set(key, value),
      runner: {
        skipRequest: () => {
          isSkipped = true
        },
      },
    }
    await runScript(blockOf(text, 'script:pre-request'), { bru })
    if (isSkipped) {
      results.push({ name, status: undefined })
      continue
    }
    const response = await send(text, filled)
    const body = await response.text()
    const res = { getStatus: () => response.status, getBody: () => JSON.parse(body) }
    await runScript(blockOf(text, 'script:post-response'), { bru, res })
    results.push({ name, status: response.status })
  }
  return results
}

function send(text: string, filled: (text: string) => string): Promise<Response> {
  const method = /^(get|post|put|delete) \{/m.exec(text)![1]!
  const path = pairs(blockOf(text, 'params:path'))
  const url = filled(pairs(blockOf(text, method)).url!).replace(/(?<=\/):(\w+)/g, (_match, name) =>
    encodeURIComponent(filled(path[name]!)),
  )
  const token = pairs(blockOf(text, 'auth:bearer')).token
  const body = blockOf(text, 'body:json')
  const headers = {
    ...pairs(blockOf(text, 'headers').split('\n').map(filled).join('\n')),
    ...(token && { authorization: `Bearer ${filled(token)}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  return fetch(url, { method: method.toUpperCase(), headers, ...(body && { body: filled(body) }) })
}

/** The requests by the `seq` of their folder, then by their own. */
function inOrder(files: Record<string, string>): [string, string][] {
  const seqOf = (text: string) => Number(pairs(blockOf(text, 'meta')).seq)
  const folderOf = (file: string) => seqOf(files[`${file.split('/')[0]}/folder.bru`]!)
  return Object.entries(files)
    .filter(([file]) => /\/(?!folder|demo)[^/]+\.bru$/.test(file))
    .sort(([a, textA], [b, textB]) => folderOf(a) - folderOf(b) || seqOf(textA) - seqOf(textB))
}

/** The lines of a block, without its braces. */
function blockOf(text: string, name: string): string {
  const lines = text.split('\n')
  const start = lines.indexOf(`${name} {`)
  return start < 0 ? '' : lines.slice(start + 1, lines.indexOf('}', start)).join('\n')
}

function pairs(block: string): Record<string, string> {
  const entries = [...block.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, key, value]) => [key, value])
  return Object.fromEntries(entries)
}

async function runScript(code: string, names: Record<string, unknown>): Promise<void> {
  await new Function(...Object.keys(names), `return (async () => {${code}\n})()`)(...Object.values(names))
}
