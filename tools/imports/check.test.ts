import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { checkImports, rules } from './check.ts'

/** Creates a folder with these files, each with the listed imports. */
function writeTree(files: Record<string, string[]>): string {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-imports-'))
  writeFileSync(
    join(dir, 'tsconfig.json'),
    '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true}}',
  )
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(
      join(dir, file),
      imports.map((target, i) => `import * as m${i} from '${target}'\nm${i}\n`).join(''),
    )
  }
  return dir
}

const breachesOf = async (files: Record<string, string[]>) => {
  const dir = writeTree(files)
  const { modules, breaches } = await checkImports(dir, ['.']).finally(() => rmSync(dir, { recursive: true }))
  expect(modules).toBe(Object.keys(files).length)
  return breaches
}
const breachOf = async (files: Record<string, string[]>) =>
  (await breachesOf(files)).map((line) => line.split(':')[0])

/** Imports that break a rule: the rule, the importing file, the specifier, and the imported file. */
const breaches: [rule: string, from: string, specifier: string, to: string][] = [
  ['contracts-import-zod-only', 'packages/contracts/src/a.ts', '../../db/src/b.ts', 'packages/db/src/b.ts'],
  [
    'packages-import-no-service',
    'packages/db/src/a.ts',
    '../../../services/jobs/src/b.ts',
    'services/jobs/src/b.ts',
  ],
  [
    'packages-import-no-service',
    'packages/db/test/a.ts',
    '../../../tools/stack/src/b.ts',
    'tools/stack/src/b.ts',
  ],
  [
    'sources-import-no-tool',
    'packages/db/src/a.ts',
    '../../../tools/testkit/src/b.ts',
    'tools/testkit/src/b.ts',
  ],
  [
    'sources-import-no-tool',
    'services/jobs/src/a.ts',
    '../../../tools/testkit/src/b.ts',
    'tools/testkit/src/b.ts',
  ],
  [
    'services-import-no-service',
    'services/jobs/src/a.ts',
    '../../search/src/b.ts',
    'services/search/src/b.ts',
  ],
  [
    'rate-limit-imports-contracts-and-nats',
    'packages/rate-limit/src/a.ts',
    '../../service/src/b.ts',
    'packages/service/src/b.ts',
  ],
  [
    'rate-limit-imports-contracts-and-nats',
    'packages/rate-limit/src/a.ts',
    '../../events/src/consumer/b.ts',
    'packages/events/src/consumer/b.ts',
  ],
  [
    'contact-mask-imports-contracts-only',
    'packages/contact-mask/src/a.ts',
    '../../search-query/src/b.ts',
    'packages/search-query/src/b.ts',
  ],
  [
    'api-reference-imports-no-package',
    'packages/api-reference/src/a.ts',
    '../../contracts/src/b.ts',
    'packages/contracts/src/b.ts',
  ],
  ...[
    ['auth', 'clock'],
    ['clock', 'lifecycle'],
    ['metrics', 'lifecycle'],
    ['lifecycle', 'http'],
    ['lifecycle', 'erasure'],
    ['audit', 'http'],
    ['employer-names', 'audit'],
    ['http', 'resync'],
    ['business-clock', 'runtime'],
    ['dead-letters', 'replay'],
    ['erasure', 'runtime'],
    ['every-service', 'runtime'],
    ['replay', 'resync'],
    ['resync', 'runtime'],
    ['sandbox', 'runtime'],
    ['runtime', 'new-folder'],
  ].map(([from, to]) => inService(`service-${from}-imports-lower-steps`, from!, to!)),
  inService('service-folders-have-a-step', 'new-folder', 'lifecycle'),
  [
    'gateway-has-no-database',
    'services/gateway/src/a.ts',
    '../../../packages/db/src/b.ts',
    'packages/db/src/b.ts',
  ],
  ...['clock', 'handlers', 'keys', 'proxy'].map((folder) =>
    inGateway('gateway-http-imports-itself', 'http', folder),
  ),
  ...['clock', 'handlers', 'http', 'proxy'].map((folder) =>
    inGateway('gateway-keys-imports-itself', 'keys', folder),
  ),
  ...['handlers', 'http', 'keys', 'proxy'].map((folder) =>
    inGateway('gateway-clock-imports-itself', 'clock', folder),
  ),
  ...['clock', 'handlers', 'keys'].map((folder) =>
    inGateway('gateway-proxy-imports-itself-and-http', 'proxy', folder),
  ),
  [
    'gateway-keys-imports-itself',
    'services/gateway/src/keys/a.ts',
    '../gateway-deps.ts',
    'services/gateway/src/gateway-deps.ts',
  ],
  [
    'gateway-handlers-are-wired-in-one-place',
    'services/gateway/src/metrics.ts',
    './handlers/b.ts',
    'services/gateway/src/handlers/b.ts',
  ],
  [
    'html-imports-itself',
    'packages/html/src/a.ts',
    '../../contracts/src/b.ts',
    'packages/contracts/src/b.ts',
  ],
  ...['person', 'session', 'peers'].flatMap((from) =>
    ['pages/start', 'http', 'sign-in'].map((to) =>
      inPortal('portal-persons-sessions-and-peers-know-no-page', from, to),
    ),
  ),
  ...['http', 'sign-in', 'sign-in/mail'].map((from) =>
    inPortal('portal-http-and-sign-in-know-no-area', from, 'pages/start'),
  ),
  inPortal('portal-areas-are-apart', 'pages/jobs', 'pages/search'),
  ...['events', 'ledger'].map((name) =>
    fromPortal('portal-has-no-nats-and-no-ledger', 'pages/start', `${name}/src/b`),
  ),
  ...['pages/start', 'http', 'session', 'sign-in/mail'].flatMap((from) => [
    fromPortal('portal-calls-services-as-a-person', from, 'contracts/src/employers/internal'),
    fromPortal('portal-calls-services-as-a-person', from, 'service/src/http/call'),
  ]),
  ...layersOfJobs('routes-import-no-other-entry-point', 'routes', 'consumers'),
  ...layersOfJobs('consumers-import-no-other-entry-point', 'consumers', 'timers'),
  ...layersOfJobs('timers-import-no-other-entry-point', 'timers', 'workers'),
  ...layersOfJobs('workers-import-no-other-entry-point', 'workers', 'routes'),
  ...layersOfJobs('actions-import-no-entry-point', 'actions', 'routes'),
  ...layersOfJobs('actions-import-no-action', 'actions', 'actions'),
  ...layersOfJobs('store-imports-domain-only', 'store', 'actions'),
  ...layersOfJobs('store-imports-domain-only', 'store', 'peers'),
  ...layersOfJobs('store-imports-domain-only', 'store', 'engine'),
  ...layersOfJobs('engine-imports-no-entry-point', 'engine', 'actions'),
  ...['routes', 'consumers', 'timers', 'workers', 'actions', 'store', 'domain'].flatMap((layer) =>
    ['peers', 'engine', 'workers', 'domain'].map((to) => intoIndex(layer, to)),
  ),
  ...layersOfJobs('peers-import-no-entry-point', 'peers', 'actions'),
  ...layersOfJobs('wire-imports-domain-only', 'wire', 'store'),
  ...layersOfJobs('domain-is-pure', 'domain', 'store'),
  ...['consumers', 'timers', 'workers', 'store', 'domain'].flatMap((layer) => [
    ...intoPackage('only-actions-write-the-outbox', layer, 'events/src/publisher/outbox'),
    ...intoPackage('only-actions-write-the-outbox', layer, 'service/src/audit/record-audit'),
  ]),
  ...['actions', 'store', 'consumers', 'timers'].flatMap((layer) => [
    ...intoPackage('only-peers-call-services', layer, 'contracts/src/jobs/internal'),
    ...intoPackage('only-peers-call-services', layer, 'service/src/http/call'),
  ]),
  ['names-that-say-nothing', 'packages/db/src/a.ts', './utils/b.ts', 'packages/db/src/utils/b.ts'],
]

/** The name of a file of this layer in the folder of its subject. */
function fileOf(layer: string): string {
  return layer === 'domain' ? 'job.ts' : `${layer}.ts`
}

function layersOfJobs(rule: string, from: string, to: string): (typeof breaches)[number][] {
  const target = `b/open-${fileOf(to)}`
  return [
    [rule, `services/jobs/src/a/${fileOf(from)}`, `../${target}`, `services/jobs/src/${target}`],
    [
      rule,
      `services/jobs/src/a/open-${fileOf(from)}`,
      `../b/${fileOf(to)}`,
      `services/jobs/src/b/${fileOf(to)}`,
    ],
  ]
}

function intoIndex(from: string, to: string): (typeof breaches)[number] {
  const target = `index/b-${fileOf(to)}`
  return [
    'index-is-entered-through-its-store',
    `services/search/src/a/${fileOf(from)}`,
    `../${target}`,
    `services/search/src/${target}`,
  ]
}

function inPortal(rule: string, from: string, to: string): (typeof breaches)[number] {
  const up = '../'.repeat(from.split('/').length)
  return [rule, `services/portal/src/${from}/a.ts`, `${up}${to}/b.ts`, `services/portal/src/${to}/b.ts`]
}

function fromPortal(rule: string, from: string, file: string): (typeof breaches)[number] {
  const up = '../'.repeat(from.split('/').length + 3)
  return [rule, `services/portal/src/${from}/a.ts`, `${up}packages/${file}.ts`, `packages/${file}.ts`]
}

function inGateway(rule: string, from: string, to: string): (typeof breaches)[number] {
  return [rule, `services/gateway/src/${from}/a.ts`, `../${to}/b.ts`, `services/gateway/src/${to}/b.ts`]
}

function inService(rule: string, from: string, to: string): (typeof breaches)[number] {
  return [rule, `packages/service/src/${from}/a.ts`, `../${to}/b.ts`, `packages/service/src/${to}/b.ts`]
}

function intoPackage(rule: string, layer: string, file: string): (typeof breaches)[number][] {
  const target = `packages/${file}.ts`
  return [[rule, `services/jobs/src/a/${fileOf(layer)}`, `../../../../${target}`, target]]
}

// All breaches stand in one tree, which is checked once: each in files of its own.
let found: Map<number, string[]>
beforeAll(async () => {
  const numbered = (path: string, index: number) => path.replace(/\/([ab])(\.ts$|\/)/, `/$1${index}$2`)
  const files: Record<string, string[]> = {}
  for (const [index, [, from, specifier, to]] of breaches.entries()) {
    files[numbered(from, index)] = [numbered(specifier, index)]
    files[numbered(to, index)] = []
  }
  const lines = await breachesOf(files)
  found = new Map(
    breaches.map(([, from], index) => [
      index,
      lines.filter((line) => line.split(' ')[1] === numbered(from, index)).map((line) => line.split(':')[0]!),
    ]),
  )
})

test.each(breaches.map((breach, index) => [...breach, index] as const))(
  '%s: %s may not import %s',
  (rule, _from, _specifier, _to, index) => {
    expect(found.get(index)).toContain(rule)
  },
)

test('no-cycles: two files may not import each other', async () => {
  expect(
    await breachOf({ 'packages/db/src/a.ts': ['./b.ts'], 'packages/db/src/b.ts': ['./a.ts'] }),
  ).toContain('no-cycles')
})

test('every rule has an example that breaks it', () => {
  const tested = new Set(['no-cycles', ...breaches.map(([rule]) => rule)])
  expect(rules().filter((rule) => !tested.has(rule))).toEqual([])
})

test('allowed: a service imports its own store and a package', async () => {
  const files = {
    'services/jobs/src/ads/routes.ts': [
      './store.ts',
      './ad.ts',
      './close-actions.ts',
      '../../../../packages/db/src/c.ts',
      '../../../../packages/events/src/publisher/outbox.ts',
    ],
    'services/jobs/src/ads/close-actions.ts': ['../terms/store.ts'],
    'services/jobs/src/ads/store.ts': ['./ad.ts'],
    'services/jobs/src/ads/ad.ts': ['../terms/restore.ts'],
    'services/jobs/src/terms/store.ts': [],
    'services/jobs/src/terms/restore.ts': [],
    'packages/events/src/publisher/outbox.ts': [],
    'packages/db/src/c.ts': [],
  }
  expect(await breachOf(files)).toEqual([])
})

test('allowed: a change is recorded through the store of the index; the service opens the rest', async () => {
  const files = {
    'services/search/src/service.ts': ['./index/workers.ts', './index/a-engine.ts'],
    'services/search/src/documents/store.ts': ['../index/pending-store.ts'],
    'services/search/src/documents/timers.ts': ['../index/store.ts'],
    'services/search/src/index/a-engine.ts': [
      './peers.ts',
      './store.ts',
      './merge.ts',
      '../searches/store.ts',
    ],
    'services/search/src/index/workers.ts': ['./peers.ts', './store.ts'],
    'services/search/src/index/peers.ts': [],
    'services/search/src/index/store.ts': ['./merge.ts'],
    'services/search/src/index/pending-store.ts': [],
    'services/search/src/index/merge.ts': [],
    'services/search/src/searches/store.ts': [],
  }
  expect(await breachOf(files)).toEqual([])
})

test('allowed: the ports of the gateway start its handlers, which use every other folder', async () => {
  const files = {
    'services/gateway/src/ports.ts': ['./handlers/a.ts', './http/a.ts'],
    'services/gateway/src/handlers/a.ts': ['../http/a.ts', '../keys/a.ts', '../proxy/a.ts', '../clock/a.ts'],
    'services/gateway/src/proxy/a.ts': ['../http/a.ts'],
    'services/gateway/src/http/a.ts': [],
    'services/gateway/src/keys/a.ts': [],
    'services/gateway/src/clock/a.ts': [],
  }
  expect(await breachOf(files)).toEqual([])
})

test('allowed: pages of the portal use components, the visit and the sign-in; peers call services', async () => {
  const files = {
    'services/portal/src/portal.ts': [
      './pages/areas.ts',
      './http/a.ts',
      '../../../packages/service/src/http/call.ts',
    ],
    'services/portal/src/pages/areas.ts': ['./jobs/a.ts', './search/a.ts'],
    'services/portal/src/pages/jobs/a.ts': [
      '../../../../../packages/html/src/a.ts',
      '../../http/a.ts',
      './b.ts',
    ],
    'services/portal/src/pages/jobs/b.ts': ['../../sign-in/a.ts'],
    'services/portal/src/pages/search/a.ts': ['../../../../../packages/html/src/a.ts'],
    'services/portal/src/sign-in/a.ts': ['../session/a.ts', '../person/a.ts'],
    'services/portal/src/http/a.ts': ['../peers/a.ts', '../session/a.ts'],
    'services/portal/src/session/a.ts': ['../person/a.ts'],
    'services/portal/src/peers/a.ts': ['../../../../packages/html/src/a.ts', '../person/a.ts'],
    'services/portal/src/person/a.ts': ['../../../../packages/contracts/src/employers/internal.ts'],
    'packages/html/src/a.ts': [],
    'packages/contracts/src/employers/internal.ts': [],
    'packages/service/src/http/call.ts': [],
  }
  expect(await breachOf(files)).toEqual([])
})
