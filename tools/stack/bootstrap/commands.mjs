/** Every command: what it runs, with file names from the root of the checkout, and what for. Those of the first part are
 *  scripts of package.json, the others run with `npm run do -- NAME`. */
const parts = {
  'npm run NAME': {
    start: ['tools/stack/src/start.ts', 'start everything on this machine with demo data; Ctrl-C stops it'],
    dev: ['tools/stack/src/dev.ts', 'run one service of a running start in watch mode, with the debugger'],
    test: ['tools/stack/src/test.ts', 'run the tests against real infrastructure'],
    'test:all': [
      'tools/stack/src/test.ts --all',
      'the same and the long ones: kills, floods, whole commands',
    ],
    check: ['', 'run all checks below; fails when one fails'],
    format: ['node_modules/.bin/biome check --write .', 'format and correct the sources'],
    openapi: ['tools/openapi/print.ts', 'print openapi/*.json, docs/events.md and the types of the clients'],
    bench: ['tools/bench/src/main.ts', 'measure a running or freshly started system'],
    jobboard: ['tools/jobboard/src/main.ts', "the operators' command line"],
    smoke: ['tools/stack/src/smoke.ts', 'publish, apply and receive a webhook in a running system'],
    release: ['tools/releases/src/release/main.ts', 'prepare the files of a release, without a registry'],
    do: ['', 'run one of the commands below; without a NAME print this list'],
  },
  'Checks, with npm run do -- NAME': {
    types: ['node_modules/.bin/tsc -p .', 'types'],
    'calls:check': ['tools/calls/src/print.ts --check', 'who calls whom is as deploy/calls.json says'],
    lint: ['node_modules/.bin/biome check .', 'lint and format'],
    imports: ['tools/imports/check.ts', 'who may import whom'],
    unused: ['node_modules/.bin/knip', 'exports, files and dependencies that nothing uses'],
    linear: ['tools/linear-time/src/check.ts', 'regular expressions take linear time'],
    frozen: [
      'tools/openapi/print.ts --check && tools/releases/src/golden/main.ts --check',
      'nothing breaks clients or the release before: API, events, stored data',
    ],
    migrations: ['tools/releases/src/migrations/main.ts', 'the release before runs on the migrated schema'],
    'openapi:lint': [
      'REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true node_modules/.bin/redocly lint --config tools/conformance/redocly.yaml openapi/v1.json openapi/admin-v1.json',
      "the OpenAPI document by redocly's recommended rules",
    ],
    'docs:check': ['tools/docs/src/check.ts', 'links, paths, rules and tests that the documents name'],
  },
  'Files that are printed from the code': {
    calls: ['tools/calls/src/print.ts', 'deploy/calls.json and docs/calls.md'],
    golden: [
      'tools/releases/src/golden/main.ts',
      'golden files of packages/contracts; --release cuts a release',
    ],
    'nats-permissions': ['tools/stack/src/nats-permissions/print.ts', 'deploy/nats/permissions.conf'],
  },
  'Longer tests': {
    'test:again': ['tools/stack/src/test-again.ts', 'run the tests several times beside busy CPUs'],
    'test:mutants': ['tools/mutants/src/main.ts', 'remove mechanisms one by one: their tests must fail'],
    'test:faults': [
      'FAULTS=long tools/stack/src/test.ts --all e2e/faults',
      'kill, suspend and attack a running system',
    ],
    'test:skew': ['e2e/faults/main.ts skew', 'the release before and this one side by side'],
    'test:cluster': ['e2e/faults/main.ts cluster', 'faults of a cluster, in network namespaces'],
    'test:kubernetes': ['e2e/faults/main.ts kubernetes', 'the Helm chart on a Kubernetes of its own'],
    'compose:faults': ['e2e/faults/main.ts compose', 'faults of an installation with Docker Compose'],
    soak: ['tools/bench/src/main.ts soak', 'a steady load, to see what grows over time'],
    schemathesis: ['tools/conformance/src/schemathesis.ts', 'generated requests to every operation'],
  },
  Others: {
    cluster: ['tools/cluster/src/main.ts', 'the whole system as a cluster on this machine'],
    install: ['', 'only install the dependencies'],
  },
}

/** What each command runs, by name. */
export const commands = Object.assign(
  Object.create(null),
  ...Object.values(parts).map((part) =>
    Object.fromEntries(Object.entries(part).map(([name, [run]]) => [name, run])),
  ),
)

export const checks = Object.keys(parts['Checks, with npm run do -- NAME'])

export function help() {
  const lines = Object.entries(parts).map(([title, part]) => {
    const rows = Object.entries(part).map(([name, [, what]]) => `  ${name.padEnd(18)}${what}`)
    return `${title}\n${rows.join('\n')}\n`
  })
  return `Usage: npm run NAME [-- arguments], npm run do -- NAME [arguments]

${lines.join('\n')}
npm run NAME -- --help and npm run do -- NAME --help say what a command takes.
Each command installs the npm dependencies first when they are missing or not those of package-lock.json.`
}
