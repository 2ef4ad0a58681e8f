import { execFileSync, spawnSync } from 'node:child_process'
import { ROOT } from '../releases.ts'

const MAX_OUTPUT_BYTES = 2 ** 28

// Not a dependency: only a release needs its 140 packages, so npx fetches them.
const CYCLONEDX = '@cyclonedx/cyclonedx-npm@6.0.1'

/** The npm packages of an image as CycloneDX, from package-lock.json. */
export function npmPackages(workspace: string): string {
  const fetched = ['--yes', '--ignore-scripts', '--omit=optional', '--package', CYCLONEDX, '--']
  const args = ['--package-lock-only', '--omit', 'dev', '--workspace', workspace, '--output-reproducible']
  return execFileSync('npx', [...fetched, 'cyclonedx-npm', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const FORMAT = [`\${Package}`, `\${Version}`, `\${Architecture}`].join('\\t')

/** The Debian packages of an image as CycloneDX; undefined where Docker or the image is not there. */
export function debianPackages(image: string, version: string): string | undefined {
  const args = [
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'dpkg-query',
    image,
    '-W',
    '-f',
    `${FORMAT}\\n`,
  ]
  const { status, stdout } = spawnSync('docker', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES })
  return status === 0 ? debianBom(image, version, stdout) : undefined
}

/** `list` is what dpkg-query prints: name, version and architecture with tabs between them. */
export function debianBom(image: string, version: string, list: string): string {
  const components = list
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [string, string, string])
    .map(([name, packageVersion, architecture]) => ({
      type: 'library',
      name,
      version: packageVersion,
      purl: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(packageVersion)}?arch=${architecture}`,
    }))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'container', name: image, version } },
    components,
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}
