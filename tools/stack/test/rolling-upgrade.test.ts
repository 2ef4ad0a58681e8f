import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

// A docker whose containers are files: `jobs-1` holds its health.
const DOCKER = `
cd "$STATE"
echo "$*" >> log
case "$*" in
  "compose ps --quiet"* | "compose ps --all --quiet"*) for last; do :; done; ls | grep "^$last-" || true ;;
  "compose up"*)
    for last; do :; done
    count=$(echo "$*" | sed "s/.*$last=\\([0-9]*\\).*/\\1/")
    for number in $(seq "$count"); do [ -e "$last-$number" ] || echo "$NEW_HEALTH" > "$last-$number"; done ;;
  *PortBindings*) echo "$PORTS" ;;
  inspect*) for last; do :; done; cat "$last" ;;
  "rm -f"*) shift 2; rm "$@" ;;
  "rm "*) rm "$2" ;;
esac`

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'rolling-upgrade-'))
  mkdirSync(join(state, 'containers'))
})
afterEach(() => rmSync(state, { recursive: true }))

function upgrade(services: string[], running: string[], variables: Record<string, string> = {}) {
  const containers = join(state, 'containers')
  for (const name of running) writeFileSync(join(containers, name), 'healthy\n')
  const own = {
    STATE: containers,
    NEW_HEALTH: 'healthy',
    PORTS: '{}',
    HEALTHY_SECONDS: '1',
    FOUND_SECONDS: '0',
  }
  const env = withFakeProgram({ ...process.env, ...own, ...variables }, join(state, 'bin'), 'docker', DOCKER)
  const { status, stderr } = spawnSync(join(root, 'deploy', 'rolling-upgrade.sh'), services, {
    env,
    encoding: 'utf8',
  })
  const commands = readFileSync(join(containers, 'log'), 'utf8').trim().split('\n')
  const left = readdirSync(containers).filter((name) => name !== 'log')
  return {
    status,
    stderr,
    left,
    changes: commands.filter((line) => /^(compose (build|up)|stop|rm)/.test(line)),
  }
}

test('new containers start beside the old ones; these stop one after the other', () => {
  const { status, changes, left } = upgrade(['jobs'], ['jobs-1', 'jobs-2'])
  expect([status, left]).toEqual([0, ['jobs-3', 'jobs-4']])
  expect(changes).toEqual([
    'compose build jobs',
    'compose up -d --no-build --no-deps --no-recreate --scale jobs=4 jobs',
    'stop -t 25 jobs-1',
    'rm jobs-1',
    'stop -t 25 jobs-2',
    'rm jobs-2',
  ])
})

test('exit code 1: new containers that do not become healthy are removed, the old ones are not touched (P-225)', () => {
  const { status, changes, left, stderr } = upgrade(['jobs', 'search'], ['jobs-1', 'search-1'], {
    NEW_HEALTH: 'starting',
  })
  expect([status, left]).toEqual([1, ['jobs-1', 'search-1']])
  expect(changes.slice(2)).toEqual(['rm -f jobs-2'])
  expect(stderr).toContain('jobs: the new containers are not healthy after 1 s')
})

test.each(['gateway', 'portal'])(
  'exit code 1: a %s that holds a port of the machine is not touched',
  (name) => {
    const { status, changes, stderr } = upgrade([name], [`${name}-1`], {
      PORTS: '{"8080/tcp":[{"HostPort":"8080"}]}',
    })
    expect([status, changes]).toEqual([1, []])
    expect(stderr).toContain('use deploy/compose.proxy.yml')
  },
)

test('exit code 1: a service that does not run is not started', () => {
  const { status, changes, stderr } = upgrade(['jobs'], [])
  expect([status, changes]).toEqual([1, []])
  expect(stderr).toContain('docker compose up -d jobs')
})
