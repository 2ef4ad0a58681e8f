import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, parse, parseDocument, stringify, visit } from 'yaml'
import { ROOT } from '../releases.ts'

interface Service {
  build?: { dockerfile: string; args?: { SERVICE: string } }
  image?: string
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  [key: string]: unknown
}

interface Compose {
  name?: string
  include?: { path: string }[]
  services: Record<string, Service>
  networks?: Record<string, unknown>
  volumes?: Record<string, unknown>
}

/** The folder of the checkout that containers mount; in the bundle a volume, filled from an image. */
const MOUNT = './deploy:/etc/jobboard:ro'
const VOLUME = 'deploy'

/** Copies the files that containers mount out of the image of this version. */
const deployFiles = (version: string): Service => ({
  image: imageOf('jobboard', version),
  restart: 'no',
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  pids_limit: 512,
  network_mode: 'none',
  user: 'root',
  logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
  // Links as what they lead to: a second copy replaces no link.
  entrypoint: ['cp', '-rLT', '/app/deploy', '/deploy'],
  command: [],
  volumes: [`${VOLUME}:/deploy`],
})

/** The text of `docker-compose.yml` for an installation without a checkout: images of one version in place of builds, the project
 * named by its folder, and production mode. */
export function bundleOf(version: string, registry = ''): string {
  const { name: _, include = [], ...main } = read('docker-compose.yml')
  const files = [main, ...include.map(({ path }) => read(path))]
  const merged: Compose = {
    services: Object.assign({}, ...files.map(({ services }) => services)),
    networks: Object.assign({}, ...files.map(({ networks }) => networks)),
    volumes: Object.assign({}, ...files.map(({ volumes }) => volumes), { [VOLUME]: null }),
  }
  const services = Object.entries(merged.services).map(([service, one]) => [service, released(one, version)])
  const compose = {
    ...merged,
    services: { 'deploy-files': deployFiles(version), ...Object.fromEntries(services) },
  }
  return `# The job board ${version}, made by npm run release from docker-compose.yml of its checkout. Settings stand in .env:
#   docker compose run --rm jobboard init && docker compose up -d
# Changes of your own stand in docker-compose.override.yml. The next release replaces this file.
${withDefaults(registry, stringify(compose, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' }))}`
}

/** The text of `compose.proxy.yml`, for several gateways. */
export function proxyBundleOf(): string {
  const document = parseDocument(readText('deploy/compose.proxy.yml'))
  visit(document, {
    Scalar(_, node) {
      if (node.value === MOUNT) node.value = `${VOLUME}:/etc/jobboard:ro`
    },
    Pair(_, pair) {
      if (isScalar(pair.key) && pair.key.value === 'proxy' && isMap(pair.value))
        pair.value.set('depends_on', WAIT)
    },
  })
  return document
    .toString({ lineWidth: 0 })
    .replace('COMPOSE_FILE=docker-compose.yml:deploy/', 'COMPOSE_FILE=docker-compose.yml:')
}

const WAIT = { 'deploy-files': { condition: 'service_completed_successfully' } }

function released({ build, ...service }: Service, version: string): Service {
  const image = build ? { image: imageOf(build.args?.SERVICE ?? 'jobboard', version) } : {}
  const isMounted = service.volumes?.includes(MOUNT)
  return {
    ...service,
    ...image,
    ...(service.volumes && {
      volumes: service.volumes.map((volume) => (volume === MOUNT ? `${VOLUME}:/etc/jobboard:ro` : volume)),
    }),
    ...(isMounted && { depends_on: { ...WAIT, ...service.depends_on } }),
  }
}

const imageOf = (name: string, version: string) =>
  `\${JOBBOARD_REGISTRY:-}jobboard-${name}:\${JOBBOARD_VERSION:-${version}}`

/** A checkout is for trying the system out; what is installed from a release is not. */
function withDefaults(registry: string, text: string): string {
  return text
    .replaceAll(`\${NODE_ENV:-development}`, `\${NODE_ENV:-production}`)
    .replaceAll(`\${JOBBOARD_REGISTRY:-}`, `\${JOBBOARD_REGISTRY:-${registry}}`)
}

function read(file: string): Compose {
  return parse(readText(file), { merge: true, maxAliasCount: -1 }) as Compose
}

const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8')
