import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '@jobboard/jobboard/main'
import { root } from '@jobboard/stack/settings'
import { parse } from 'yaml'

interface Compose {
  services: Record<string, { profiles?: string[] }>
  volumes?: Record<string, unknown>
}
const composeFiles = [
  ...['docker-compose.yml', 'deploy/compose.proxy.yml'],
  ...['deploy/observability/compose.yaml', 'deploy/production/compose.yaml'],
].map((file) => parse(read(file).replaceAll('!reset', ''), { merge: true, maxAliasCount: -1 }) as Compose)
const services = new Set(composeFiles.flatMap((file) => Object.keys(file.services)))
const volumes = new Set(composeFiles.flatMap((file) => Object.keys(file.volumes ?? {})))
const profiles = new Set(
  composeFiles.flatMap((file) => Object.values(file.services).flatMap((service) => service.profiles ?? [])),
)
const scripts = new Set(
  [...read('tools/stack/bootstrap/commands.mjs').matchAll(/^ {4}'?([\w:-]+)'?: \[/gm)].map(
    ([, name]) => name!,
  ),
)
const values = parse(read('deploy/helm/jobboard/values.yaml')) as Record<string, unknown>

/** A word that the reader replaces. */
const isPlaceholder = (word: string) => /^[A-Z][A-Z_-]+$/.test(word) || word.includes('...')

/** Options of a subcommand; true where a value follows. */
type Known = Record<string, boolean>
const COMPOSE: Record<string, Known> = {
  up: {
    ...{ '-d': false, '--build': false, '--wait': false, '--no-recreate': false, '--no-deps': false },
    ...{ '--remove-orphans': false, '--force-recreate': false, '--scale': true },
  },
  run: { '--rm': false, '--build': false, '-T': false },
  exec: { '-T': false },
  stop: {},
  restart: {},
  pull: {},
  build: {},
  rm: { '--stop': false, '--force': false },
  logs: { '--tail': true, '--no-log-prefix': false, '-f': false },
  ps: {},
  version: {},
}

/** What is wrong with a call of a program; empty when each name in it exists. */
export function problemsOf([program, ...args]: readonly string[]): string[] {
  if (program === 'docker') return ofDocker(args)
  if (program === 'npm') return ofNpm(args)
  if (program === 'helm') return ofHelm(args)
  return []
}

function ofDocker([word, ...rest]: string[]): string[] {
  if (word === 'compose') return ofCompose(rest)
  if (word === 'build') {
    const file = rest[rest.indexOf('-f') + 1]!
    const service = rest.find((arg) => arg.startsWith('SERVICE='))?.slice('SERVICE='.length)
    const image = rest[rest.indexOf('-t') + 1]!.split('/').at(-1)!.split(':')[0]!
    return [
      ...missing(file),
      ...(service === undefined || existsSync(join(root, 'services', service))
        ? []
        : [`no service ${service}`]),
      ...(image === `jobboard-${service ?? 'jobboard'}` ? [] : [`no image ${image}`]),
    ]
  }
  if (word === 'volume') {
    const names = rest.slice(1).map((name) => name.replace(/^jobboard_/, ''))
    return names.flatMap((name) => (volumes.has(name) ? [] : [`no volume ${name}`]))
  }
  return ['network', 'run'].includes(word!) ? [] : [`docker ${word} is not known to this test`]
}

function ofCompose(args: readonly string[]): string[] {
  const rest = [...args]
  const problems: string[] = []
  while (rest[0]?.startsWith('-')) {
    const [option, value] = rest.splice(0, 2)
    if (option !== '--profile') problems.push(`docker compose ${option} is not known to this test`)
    else if (!profiles.has(value!)) problems.push(`no profile ${value}`)
  }
  const subcommand = rest.shift() ?? ''
  const known = COMPOSE[subcommand]
  if (isPlaceholder(subcommand)) return problems
  if (!known) return [...problems, `docker compose ${subcommand} is not known to this test`]
  while (rest[0]?.startsWith('-')) {
    const option = rest.shift()!
    if (!(option in known)) problems.push(`docker compose ${subcommand} ${option}`)
    else if (known[option]) problems.push(...ofScale(option, rest.shift()!))
  }
  const named = subcommand === 'run' || subcommand === 'exec' ? rest.splice(0, 1) : rest
  problems.push(...named.flatMap(unknownService))
  if (subcommand === 'run' && named[0] === 'jobboard') problems.push(...ofJobboard(rest))
  return problems
}

const ofScale = (option: string, value: string) =>
  option === '--scale' ? unknownService(value.split('=')[0]!) : []

const unknownService = (name: string) =>
  services.has(name) || isPlaceholder(name) ? [] : [`no service ${name}`]

function ofJobboard(words: readonly string[]): string[] {
  if (words.length === 0 || words[0] === '--help' || isPlaceholder(words[0]!)) return []
  const found = commands
    .filter((command) => command.words.every((word, index) => words[index] === word))
    .toSorted((a, b) => b.words.length - a.words.length)[0]
  if (!found) return [`no command jobboard ${words.join(' ')}`]
  const options = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? [])
  return options
    .filter((option) => !new RegExp(`^  (-h, )?${option}( |$)`, 'm').test(found.help))
    .map((option) => `jobboard ${found.words.join(' ')} has no ${option}`)
}

function ofNpm(args: readonly string[]): string[] {
  const [, ...words] = args.filter((arg) => arg !== '-s' && arg !== '--silent')
  const [script, ...rest] = words.filter((word) => word !== '--')
  if (script === 'jobboard') return ofJobboard(rest)
  const name = script === 'do' ? rest[0] : script
  return name === undefined || isPlaceholder(name) || scripts.has(name) ? [] : [`no script ${name}`]
}

function ofHelm(args: readonly string[]): string[] {
  const after = (option: string) => args.filter((_, index) => args[index - 1] === option)
  const chart = 'deploy/helm/jobboard'
  const own = after('-f').filter((file) => file !== 'my-values.yaml' && !isPlaceholder(file))
  const set = [...after('--set'), ...after('--set-string')].map((text) => text.split('=')[0]!)
  return [
    ...own.flatMap(missing),
    ...after('-s').flatMap((file) => missing(`${chart}/${file}`)),
    ...set.filter((path) => !isValue(path)).map((path) => `no value ${path}`),
    ...args.filter((arg) => arg.startsWith('deploy/')).flatMap(missing),
  ]
}

function isValue(path: string): boolean {
  let at: unknown = values
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null) return false
    if (!(name in at)) return isOptional(path)
    at = (at as Record<string, unknown>)[name]
  }
  return true
}

/** Values that only the schema has. */
const isOptional = (path: string) => /^services\.[a-z]+\.tag$/.test(path)

const missing = (file: string) => (existsSync(join(root, file)) ? [] : [`there is no ${file}`])

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
