// Who may import whom (docs/ARCHITECTURE.md). `npm run imports` checks it and proves that it looked.
const src = '^services/([^/]+)/src'

/** Within one service: files of `from` must not import files of `to`. */
const inside = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `${src}/${from}/` },
  to: { path: `^services/$1/src/(${to})/` },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-stand-alone',
      comment: 'contracts import zod and the country table, nothing of ours',
      severity: 'error',
      from: { path: '^packages/contracts/src' },
      to: { pathNot: ['^packages/contracts/src', 'node_modules/(zod|iso-3166)/'] },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/(?!testkit/)' },
      to: { path: '^(services|tools)/' },
    },
    {
      name: 'services-are-strangers',
      comment: 'services talk by events and by calls, never by import',
      severity: 'error',
      from: { path: src },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-know-no-tools',
      severity: 'error',
      from: { path: src },
      to: { path: '^(tools|packages/testkit)/' },
    },
    {
      name: 'gateway-has-no-database',
      severity: 'error',
      from: { path: '^services/gateway/src' },
      to: { path: '^packages/(db|ledger)/' },
    },
    inside('doors-apart', '(?:routes|events|timers)', 'routes|events|timers', 'doors do not import doors'),
    inside('actions-below-doors', 'actions', 'routes|events|timers', 'actions do not import doors'),
    inside('store-at-the-bottom', 'store', 'routes|events|timers|actions', 'store imports domain types only'),
    {
      name: 'domain-is-pure',
      comment: 'domain imports contracts only',
      severity: 'error',
      from: { path: `${src}/domain/`, pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^services/$1/src/domain/', '^packages/(contracts|search-query)/', '^(node:)?crypto$'],
      },
    },
    {
      name: 'actions-apart',
      severity: 'error',
      from: { path: `${src}/actions/([^/]+)\\.ts$` },
      to: { path: '^services/$1/src/actions/', pathNot: '^services/$1/src/actions/$2\\.ts$' },
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
    exclude: { path: 'node_modules/(?!zod|iso-3166)' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
