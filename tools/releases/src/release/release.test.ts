import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../releases.ts'
import { bundleOf, proxyBundleOf } from './bundle.ts'
import { sectionOf, unreleasedLines, versionProblems } from './check.ts'
import { upgradeNotes } from './notes.ts'
import { debianBom } from './sbom.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const TEXTS = {
  packageJson: '{"version":"1.2.0"}',
  chart: 'version: 1.2.0\nappVersion: "1.2.0"\n',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n### Added\n- A.\n\n## [1.1.0] - 2025-01-02\n- B.\n',
  releases: '[{"version":"1.1.0"}]',
}

test('package.json, chart, changelog and releases.json name one version', () => {
  expect(versionProblems('1.2.0', TEXTS)).toEqual([])
  const { version } = JSON.parse(read('package.json'))
  // What is not released yet stands below [Unreleased].
  const changelog = read('CHANGELOG.md').replace('[Unreleased]', `[${version}] - DATE`)
  const ofTree = {
    packageJson: read('package.json'),
    chart: read('deploy/helm/jobboard/Chart.yaml'),
    changelog,
    releases: read('releases.json'),
  }
  expect(versionProblems(version, ofTree)).toEqual([])
})

test.each<[string, Partial<typeof TEXTS>, RegExp]>([
  ['package.json', { packageJson: '{"version":"1.1.9"}' }, /package\.json is 1\.1\.9, not 1\.2\.0/],
  ['the chart', { chart: 'version: 1.1.0\nappVersion: "1.2.0"\n' }, /^version in .*is 1\.1\.0/],
  ['its images', { chart: 'version: 1.2.0\nappVersion: "1.1.0"\n' }, /^appVersion in .*is 1\.1\.0/],
  ['the changelog', { changelog: '## [1.1.0] - 2025-01-02\n' }, /no section "## \[1\.2\.0\]/],
  ['releases.json', { releases: '[{"version":"1.2.0"}]' }, /has 1\.2\.0 already/],
  ['an older version', { releases: '[{"version":"1.10.0"}]' }, /not newer than 1\.10\.0/],
])('another version in %s is named', (_place, changed, problem) => {
  expect(versionProblems('1.2.0', { ...TEXTS, ...changed })).toEqual([expect.stringMatching(problem)])
})

test('notes are the section of the version; lines below [Unreleased] are counted', () => {
  expect(sectionOf(TEXTS.changelog, '1.2.0')).toBe('### Added\n- A.')
  expect(unreleasedLines(TEXTS.changelog)).toBe(0)
  expect(unreleasedLines(TEXTS.changelog.replace('[Unreleased]\n', '[Unreleased]\n- C.\n- D.\n'))).toBe(2)
})

test('the page for operators has migrations, what was allowed in them, and the way back', () => {
  const page = upgradeNotes({
    version: '1.2.0',
    before: '1.1.0',
    section: '- Upgrade: load the permissions first.\n- Lists are shorter.',
    migrations: [
      { file: 'services/jobs/migrations/0002_a.sql', text: '-- allowed changed-rows: a few rows only.\n' },
    ],
  })
  expect(page).toContain('- services/jobs: 0002_a.sql')
  expect(page).toContain('(changed-rows): a few rows only.')
  expect(page).toContain('- Upgrade: load the permissions first.')
  expect(page).not.toContain('Lists are shorter')
  expect(page).toContain('JOBBOARD_VERSION=1.1.0')
})

interface Service {
  image: string
  build?: unknown
  restart?: string
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  environment?: Record<string, string | null>
}
interface Compose {
  name?: string
  include?: unknown
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const text = bundleOf('1.2.0', 'registry.example.com/team/')
// As Compose reads it: `no` in YAML 1.1 is false.
const bundle = parse(text, { version: '1.1' }) as Compose
const services = Object.entries(bundle.services)

test('the bundle needs no checkout: images of one version, no build, and no folder but its own', () => {
  expect([bundle.name, bundle.include]).toEqual([undefined, undefined])
  expect(services.filter(([, { image, build }]) => build || !image)).toEqual([])
  expect(bundle.services.jobs!.image).toBe(
    `\${JOBBOARD_REGISTRY:-registry.example.com/team/}jobboard-jobs:\${JOBBOARD_VERSION:-1.2.0}`,
  )
  const own = ['.:/project', `\${BACKUP_MOUNT:-.}:/copies`]
  const mounts = services.flatMap(([, { volumes = [] }]) => volumes).filter((volume) => /^[.$/]/.test(volume))
  expect(mounts.filter((volume) => !own.includes(volume))).toEqual([])
  const named = services.flatMap(([, { volumes = [] }]) => volumes).map((volume) => volume.split(':')[0]!)
  expect(named.filter((name) => !/^[.$]/.test(name) && !(name in bundle.volumes))).toEqual([])
})

test('the bundle: what mounts files of the release waits for them', () => {
  const mounting = services.filter(([, { volumes = [] }]) => volumes.includes('deploy:/etc/jobboard:ro'))
  expect(mounting.map(([name]) => name)).toEqual(
    expect.arrayContaining(['postgres', 'db-init', 'nats', 'prometheus', 'caddy']),
  )
  for (const [name, { depends_on }] of mounting)
    expect([name, depends_on]).toEqual([
      name,
      expect.objectContaining({ 'deploy-files': { condition: 'service_completed_successfully' } }),
    ])
  expect(read('deploy/jobboard.Dockerfile')).toContain('COPY deploy deploy\n')
  expect(parse(proxyBundleOf().replaceAll('!reset', '')).services.proxy).toMatchObject({
    volumes: ['deploy:/etc/jobboard:ro'],
    depends_on: { 'deploy-files': { condition: 'service_completed_successfully' } },
  })
})

test('the bundle is docker-compose.yml with its profiles, in production mode', () => {
  const main = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as Compose
  expect(services.map(([name]) => name)).toEqual(
    expect.arrayContaining([...Object.keys(main.services), 'prometheus', 'caddy', 'alertmanager']),
  )
  const { jobs } = bundle.services
  expect(jobs!.environment).toEqual({
    ...main.services.jobs!.environment,
    NODE_ENV: `\${NODE_ENV:-production}`,
  })
  expect(text).not.toContain('NODE_ENV:-development')
  expect(bundle.services['db-init']!.restart).toBe('no')
})

test('the Debian packages of an image are a CycloneDX document', () => {
  const bom = JSON.parse(
    debianBom(
      'jobboard-jobs:1.2.0',
      '1.2.0',
      'libstdc++6\t12.2.0-14+deb12u1\tamd64\nzlib1g\t1:1.2.13\tamd64\n',
    ),
  )
  expect(bom.components).toHaveLength(2)
  expect(bom.components[0]).toMatchObject({
    name: 'libstdc++6',
    purl: 'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64',
  })
})

test('the workflow builds an image for each service and the command line', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'))
  const built = jobs.image.strategy.matrix.service.map((name: string) => `jobboard-${name}:`)
  const own = services.map(([, { image }]) => /jobboard-\w+:/.exec(image)?.[0]).filter(Boolean)
  expect([...new Set(own)].sort()).toEqual(built.toSorted())
})
