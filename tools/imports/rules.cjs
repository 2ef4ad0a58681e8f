// The import rules (docs/ARCHITECTURE.md). `npm run do -- imports` checks them, and fails when it could not read the files.
/**
 * A service with layers has a folder per subject, and the last word of a file's name is its layer: `keys/store.ts`,
 * `keys/mint-actions.ts`. A file with another name is pure domain: `keys/key.ts`.
 */
const src = '^services/(accounts|candidate|jobs|pipeline|search|webhook)/src'
const layers = ['routes', 'consumers', 'timers', 'workers', 'actions', 'engine', 'store', 'peers', 'wire']

/** The files of these layers, below `src` of their service. */
const inLayers = (...names) => `[^/]+/[a-z0-9-]*\\b(?:${names.join('|')})\\.ts$`
const inDomain = `[^/]+/(?![a-z0-9-]*\\b(?:${layers.join('|')})\\.ts$)[^/]+\\.ts$`

/** Within one service: files of layer `from` must not import files of the layers `to`. */
const inside = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `${src}/${inLayers(from)}`, pathNot: '\\.test\\.ts$' },
  to: { path: `^services/$1/src/${inLayers(...to)}` },
})

/** Entry points may import others of their own kind, but no other entry point. */
const entryPoints = ['routes', 'consumers', 'timers', 'workers']
const entryPointsApart = entryPoints.map((layer) =>
  inside(
    `${layer}-import-no-other-entry-point`,
    layer,
    entryPoints.filter((other) => other !== layer),
    'entry points do not import each other',
  ),
)

/** Within the gateway: files of `from` import these other folders only, and of the root only its environment. */
const gatewayFolders = ['clock', 'handlers', 'http', 'keys', 'proxy']
const gatewayRoot = ['gateway', 'gateway-deps', 'health', 'metrics', 'ports', 'warm-up']
const inGateway = (from, allowed, comment) => {
  const others = gatewayFolders.filter((folder) => folder !== from && !allowed.includes(folder))
  return {
    name: `gateway-${from}-imports-${['itself', ...allowed].join('-and-')}`,
    comment,
    severity: 'error',
    from: { path: `^services/gateway/src/${from}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^services/gateway/src/((${others.join('|')})/|(${gatewayRoot.join('|')})\\.ts$)` },
  }
}

/** Within the portal: files of `from` must not import files of `to`. */
const portal = '^services/portal/src'
const inPortal = (name, from, to, comment) => ({
  name: `portal-${name}`,
  comment,
  severity: 'error',
  from: { path: `${portal}/(${from})/`, pathNot: '\\.test\\.ts$' },
  to: { path: `${portal}/(${to})/` },
})

/** The room of search that keeps an outside index equal to Postgres, and answers searches from it. */
const indexRoom = '^services/search/src/index/'

/** The stairs of packages/service (its README): a folder imports folders of lower steps only. */
const serviceSteps = [
  ['auth', 'clock', 'metrics'],
  ['lifecycle'],
  ['audit', 'employer-names'],
  ['http'],
  ['business-clock', 'dead-letters', 'erasure', 'every-service', 'replay', 'resync', 'sandbox'],
  ['runtime'],
]
const serviceSrc = '^packages/service/src'
const serviceStairs = serviceSteps.flatMap((step, i) =>
  step.map((folder) => ({
    name: `service-${folder}-imports-lower-steps`,
    comment: `${folder} imports ${serviceSteps.slice(0, i).flat().join(', ') || 'no other folder'}`,
    severity: 'error',
    from: { path: `${serviceSrc}/${folder}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `${serviceSrc}/`,
      pathNot: `${serviceSrc}/(${[folder, ...serviceSteps.slice(0, i).flat()].join('|')})/`,
    },
  })),
)

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-import-zod-only',
      comment: 'contracts import zod and the country table, nothing of ours',
      severity: 'error',
      from: { path: '^packages/contracts/src' },
      to: { pathNot: ['^packages/contracts/src', 'node_modules/(zod|iso-3166)/'] },
    },
    {
      name: 'packages-import-no-service',
      comment: 'the tests of a package may use the testkit and the network',
      severity: 'error',
      from: { path: '^packages/[^/]+/(src|test)/' },
      to: { path: '^(services|tools)/', pathNot: '^tools/(testkit|network)/' },
    },
    {
      name: 'sources-import-no-tool',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^tools/' },
    },
    {
      name: 'services-import-no-service',
      comment: 'services reach each other by events and HTTP calls, never by import',
      severity: 'error',
      from: { path: '^services/([^/]+)/src' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'rate-limit-imports-contracts-and-nats',
      comment: 'the limiter needs the limits and messages, but no HTTP and no store',
      severity: 'error',
      from: { path: '^packages/rate-limit/src' },
      to: { path: '^packages/', pathNot: '^packages/(rate-limit|contracts|events/src/nats)/' },
    },
    {
      name: 'contact-mask-imports-contracts-only',
      comment: 'the mask is a pure function that every service can use',
      severity: 'error',
      from: { path: '^packages/contact-mask/src', pathNot: '\\.test\\.ts$' },
      to: { path: ['^packages/', '^(node:)'], pathNot: '^packages/(contact-mask|contracts)/' },
    },
    {
      name: 'api-reference-imports-no-package',
      comment: 'the document is an argument, so the page can be replaced without touching anything else',
      severity: 'error',
      from: { path: '^packages/api-reference/src' },
      to: { path: '^packages/', pathNot: '^packages/api-reference/' },
    },
    ...serviceStairs,
    {
      name: 'service-folders-have-a-step',
      comment: 'a new folder of packages/service is added to serviceSteps',
      severity: 'error',
      from: { path: `${serviceSrc}/`, pathNot: `${serviceSrc}/(${serviceSteps.flat().join('|')})/` },
      to: {},
    },
    {
      name: 'gateway-has-no-database',
      severity: 'error',
      from: { path: '^services/gateway/src' },
      to: { path: '^packages/(db|ledger)/' },
    },
    inGateway('http', [], 'http speaks HTTP with clients; it knows no key, no service and no handler'),
    inGateway('keys', [], 'keys finds out who calls; it knows no request but its headers'),
    inGateway('clock', [], 'the test clock needs nothing of the request path'),
    inGateway('proxy', ['http'], 'proxy sends what it is given; handlers decide what'),
    {
      name: 'gateway-handlers-are-wired-in-one-place',
      comment: 'handlers compose the other folders; only the ports and the warm-up start them',
      severity: 'error',
      from: {
        path: '^services/gateway/src/',
        pathNot: '^services/gateway/src/(handlers/|(ports|warm-up)\\.ts$)',
      },
      to: { path: '^services/gateway/src/handlers/' },
    },
    {
      name: 'html-imports-itself',
      comment: 'components know no request, no person and no service',
      severity: 'error',
      from: { path: '^packages/html/src/' },
      to: { path: '^(packages|services|tools)/', pathNot: '^packages/html/' },
    },
    inPortal(
      'persons-sessions-and-peers-know-no-page',
      'person|session|peers',
      'pages|http|sign-in',
      'who somebody is and what they may call is decided below the pages',
    ),
    inPortal(
      'http-and-sign-in-know-no-area',
      'http|sign-in',
      'pages',
      'the areas are an argument; the account page of an area may use the sign-in',
    ),
    {
      name: 'portal-areas-are-apart',
      comment: 'an area can be changed or removed alone; pages/areas.ts lists them',
      severity: 'error',
      from: { path: `${portal}/pages/([^/]+)/` },
      to: { path: `${portal}/pages/`, pathNot: `${portal}/pages/$1/` },
    },
    {
      name: 'portal-has-no-nats-and-no-ledger',
      comment: 'the portal owns sessions; events and credits are those of the services',
      severity: 'error',
      from: { path: `${portal}/` },
      to: { path: '^packages/(events|ledger)/' },
    },
    {
      name: 'portal-calls-services-as-a-person',
      comment:
        'peers call for a person, whose role decides; person asks accounts who somebody is. Pages have visit.ask',
      severity: 'error',
      from: { path: `${portal}/`, pathNot: `${portal}/((peers|person)/|(portal|portal-deps)\\.ts$)` },
      to: {
        path: [
          '^packages/contracts/src/[^/]+/internal\\.ts$',
          '^packages/service/src/http/call',
          'node_modules/undici/',
        ],
      },
    },
    ...entryPointsApart,
    inside(
      'actions-import-no-entry-point',
      'actions',
      entryPoints,
      'entry points call actions, never the other way',
    ),
    {
      name: 'actions-import-no-action',
      severity: 'error',
      from: { path: `${src}/${inLayers('actions')}` },
      to: { path: `^services/$1/src/${inLayers('actions')}` },
    },
    inside(
      'store-imports-domain-only',
      'store',
      [...entryPoints, 'actions', 'engine', 'peers', 'wire'],
      'store holds SQL and imports domain types',
    ),
    inside(
      'engine-imports-no-entry-point',
      'engine',
      [...entryPoints, 'actions'],
      'routes search through the port that they are given',
    ),
    {
      name: 'index-is-entered-through-its-store',
      comment:
        'what changes a candidate records it there; only service.ts knows that there is a search server',
      severity: 'error',
      from: {
        path: '^services/search/src/',
        pathNot: [indexRoom, '^services/search/src/service\\.ts$'],
      },
      to: { path: indexRoom, pathNot: `${indexRoom}[a-z0-9-]*\\bstore\\.ts$` },
    },
    inside(
      'peers-import-no-entry-point',
      'peers',
      [...entryPoints, 'actions'],
      'peers call other services; entry points and actions call peers',
    ),
    inside(
      'wire-imports-domain-only',
      'wire',
      [...entryPoints, 'actions', 'store', 'peers'],
      'wire maps domain values to what is sent',
    ),
    {
      name: 'domain-is-pure',
      comment:
        'domain imports contracts, the query language and the mask; node:crypto, node:net and node:util for pure functions',
      severity: 'error',
      from: { path: `${src}/${inDomain}`, pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          `^services/$1/src/${inDomain}`,
          '^packages/(contracts|search-query|contact-mask)/',
          '^(node:)?(crypto|net|util)$',
        ],
      },
    },
    {
      name: 'only-actions-write-the-outbox',
      comment:
        'state, event and audit row are written in one transaction, which is an action or the `commit` of a route',
      severity: 'error',
      from: {
        path: `${src}/`,
        pathNot: `${src}/${inLayers('actions', 'routes')}`,
      },
      to: { path: ['^packages/events/src/publisher/outbox', '^packages/service/src/audit/record-audit'] },
    },
    {
      name: 'only-peers-call-services',
      comment:
        'an internal.ts of contracts holds endpoints between services: routes implement them, peers call them',
      severity: 'error',
      from: { path: `${src}/${inLayers('actions', 'store', 'consumers', 'timers')}` },
      to: {
        path: [
          '^packages/contracts/src/[^/]+/internal\\.ts$',
          '^packages/service/src/(http|lifecycle)/call',
          'node_modules/undici/',
        ],
      },
    },
    {
      name: 'names-that-say-nothing',
      severity: 'error',
      from: {},
      to: { path: '(^|/)(utils?|common|shared|helpers?|misc)(/|\\.ts$)', pathNot: 'node_modules' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules/(?!zod|iso-3166|undici)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
