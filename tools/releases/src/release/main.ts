import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { folderOf } from '../golden/golden.ts'
import { MIGRATIONS, newerThan } from '../migrations/main.ts'
import { newestRelease, ROOT } from '../releases.ts'
import { bundleOf, proxyBundleOf } from './bundle.ts'
import { sectionOf, unreleasedLines, versionProblems } from './check.ts'
import { clientNotes, upgradeNotes } from './notes.ts'
import { debianPackages, npmPackages } from './sbom.ts'

const HELP = `Prepares the files of a release: notes for clients and for operators, the bundle for Docker Compose, the Helm chart,
SBOMs (CycloneDX) and SHA-256 sums. No registry is needed; images are built, signed and published by .github/workflows/release.yml.

  npm run release -- 0.4.0 --dry-run        a look at them; lines below [Unreleased] are counted
  npm run release -- 0.4.0                  refuses lines below [Unreleased]
  npm run release -- 0.4.0 --out FOLDER     in place of dist/0.4.0, which is deleted first
  --registry registry.example.com/team/     where the bundle finds the images; JOBBOARD_REGISTRY overrides it

Exit code 1: the version is not the same everywhere.`

/** Images with the workspace whose packages they have. */
function imagesOfTree(): [image: string, workspace: string][] {
  const services = readdirSync(join(ROOT, 'services')).sort()
  return [
    ...services.map((name): [string, string] => [`jobboard-${name}`, `services/${name}`]),
    ['jobboard-jobboard', 'tools/jobboard'],
  ]
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

function main(): void {
  const { values, positionals } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      out: { type: 'string' },
      registry: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [version, ...others] = positionals
  if (values.help || !/^\d+\.\d+\.\d+$/.test(version ?? '') || others.length > 0) {
    console.log(HELP)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const changelog = read('CHANGELOG.md')
  const problems = versionProblems(version!, {
    packageJson: read('package.json'),
    chart: read('deploy/helm/jobboard/Chart.yaml'),
    releases: read('releases.json'),
    changelog,
  })
  const waiting = unreleasedLines(changelog)
  const open = `CHANGELOG.md has ${waiting} lines below [Unreleased], which no notes would have: move them below [${version}], or choose the next version`
  if (waiting > 0) {
    if (values['dry-run']) console.log(`Before the release: ${open}.`)
    else problems.push(open)
  }
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem)
    process.exitCode = 1
    return
  }
  prepare(version!, values.registry, resolve(ROOT, values.out ?? join('dist', version!)))
}

/** Writes all files of a release into an empty folder, the sums last. */
function prepare(version: string, registry: string, out: string): void {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(out, name), text)
  const section = sectionOf(read('CHANGELOG.md'), version)!
  write('notes.md', clientNotes(version, section))
  write('upgrade.md', upgradeNotes({ ...upgradeFacts(), version, section }))
  archive(join(out, `jobboard-${version}.tar.gz`), `jobboard-${version}`, (folder) => {
    writeFileSync(join(folder, 'docker-compose.yml'), bundleOf(version, registry))
    writeFileSync(join(folder, 'compose.proxy.yml'), proxyBundleOf())
    cpSync(join(ROOT, 'deploy/production/README.md'), join(folder, 'README.md'))
    cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
    writeFileSync(join(folder, 'upgrade.md'), readFileSync(join(out, 'upgrade.md')))
  })
  // What `helm package` makes: the folder of the chart by its name, as a compressed archive.
  archive(join(out, `jobboard-chart-${version}.tgz`), 'jobboard', (folder) =>
    // Its alerts and dashboards are links.
    cpSync(join(ROOT, 'deploy/helm/jobboard'), folder, { recursive: true, dereference: true }),
  )
  const withoutDebian: string[] = []
  for (const [image, workspace] of imagesOfTree()) {
    write(`${image}.npm.cdx.json`, npmPackages(workspace))
    const debian = debianPackages(`${image}:${version}`, version)
    if (debian === undefined) withoutDebian.push(image)
    else write(`${image}.debian.cdx.json`, debian)
  }
  write('SHA256SUMS', sumsOf(out))
  console.log(`${out} has ${readdirSync(out).length} files.`)
  if (withoutDebian.length > 0)
    console.log(
      `Not made here: the SBOM of the Debian packages of ${withoutDebian.join(', ')}: Docker has no such image of ${version}.`,
    )
  console.log(
    `When it is as it should be:\n  git tag -s v${version} -m "${version}" && git push origin v${version}`,
  )
}

/** A compressed archive of one folder, the same bytes for the same files. */
function archive(file: string, name: string, fill: (folder: string) => void): void {
  const work = mkdtempSync(join(tmpdir(), 'jobboard-release-'))
  try {
    mkdirSync(join(work, name))
    fill(join(work, name))
    const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
    const tar = execFileSync('tar', ['-c', ...same, '-C', work, name], { maxBuffer: 2 ** 28 })
    writeFileSync(file, execFileSync('gzip', ['-9n'], { input: tar, maxBuffer: 2 ** 28 }))
  } finally {
    rmSync(work, { recursive: true })
  }
}

function upgradeFacts() {
  const before = newestRelease().version
  const released: string[] = JSON.parse(readFileSync(join(folderOf(before), 'migrations.json'), 'utf8'))
  const { newer } = newerThan(released, globSync(MIGRATIONS, { cwd: ROOT }).sort())
  return { before, migrations: newer.map((file) => ({ file, text: read(file) })) }
}

function sumsOf(folder: string): string {
  const lines = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}`,
    )
  return `${lines.join('\n')}\n`
}

if (import.meta.main) main()
