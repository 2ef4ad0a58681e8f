import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run, say } from '../run.ts'
import { bin, root, services, work } from '../settings.ts'

const images = join(work, 'images')
const layers = join(work, 'layers')
const EXCLUDED = [
  '--exclude=./dev/*',
  '--exclude=./proc/*',
  '--exclude=./sys/*',
  '--exclude=./var/cache/apt/*',
]

const SHARED = ['packages', 'docs/guides', 'CHANGELOG.md', 'clients/dist']

interface Image {
  name: string
  layers: readonly string[]
  command: readonly string[]
  env?: readonly string[]
  workdir?: string
  user?: string
}

/** Makes the images of the job board from a checkout, as deploy/Dockerfile does, without a container engine: Debian by debootstrap, Node, what
 * `npm ci` installs, the sources. One archive has all services, which share their layers. */
export async function makeImages(checkout: string, tag: string): Promise<string> {
  mkdirSync(images, { recursive: true })
  mkdirSync(layers, { recursive: true })
  const base = await baseLayer()
  // An earlier release may lack some.
  const names = services.filter((name) => existsSync(join(checkout, 'services', name)))
  const app = join(work, 'apps', tag)
  rmSync(app, { recursive: true, force: true })
  mkdirSync(app, { recursive: true })
  say(`${tag}: npm ci`)
  run(
    'bash',
    [
      '-euc',
      'cp --parents package.json package-lock.json packages/*/package.json services/*/package.json tools/*/package.json "$0"',
      app,
    ],
    { cwd: checkout },
  )
  const workspaces = names.map((name) => `--workspace=services/${name}`)
  const install = [
    'ci',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include-workspace-root=false',
  ]
  run('npm', [...install, ...workspaces], { cwd: app, timeoutMs: 600_000 })
  const installed = layer(`installed-${tag}`, app, ['.'], 'app')
  const shared = layer(
    `shared-${tag}`,
    checkout,
    SHARED.filter((path) => existsSync(join(checkout, path))),
    'app',
  )
  const made = names.map((name) => ({
    name: `jobboard-${name}:${tag}`,
    layers: [base, installed, shared, layer(`${name}-${tag}`, checkout, [`services/${name}`], 'app')],
    env: [`SERVICE=${name}`, 'NODE_ENV=production'],
    command: ['sh', '-c', 'exec node services/$SERVICE/src/main.ts'],
    workdir: '/app',
    user: '1000:1000',
  }))
  return writeArchive(`jobboard-${tag}`, made)
}

/** The images of the cluster itself: the container that holds a pod's namespaces, and its DNS. */
export async function makeClusterImages(): Promise<void> {
  mkdirSync(images, { recursive: true })
  mkdirSync(layers, { recursive: true })
  const folder = join(work, 'pause')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'pause.c'), PAUSE)
  run('gcc', ['-Os', '-static', '-o', join(folder, 'pause'), join(folder, 'pause.c')])
  const pause = layer('pause', folder, ['pause'], '')
  const dns = layer('coredns', bin, ['coredns'], '')
  await writeArchive('pause', [
    { name: 'pause:1', layers: [pause], command: ['/pause'], user: '65535:65535' },
  ])
  await writeArchive('coredns', [
    { name: 'coredns:1', layers: [dns], command: ['/coredns'], user: '1000:1000' },
  ])
}

// Process 1 of a pod with shareProcessNamespace: collects ended processes until it is told to stop.
const PAUSE = `#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void stop(int signal) { _exit(0); }
static void collect(int signal) { while (waitpid(-1, NULL, WNOHANG) > 0); }
int main(void) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  signal(SIGCHLD, collect);
  for (;;) pause();
}
`

async function baseLayer(): Promise<string> {
  const tar = join(layers, 'base.tar')
  if (existsSync(tar)) return tar
  const rootfs = join(work, 'rootfs')
  if (!existsSync(rootfs)) {
    say('Debian by debootstrap')
    run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', `${rootfs}.new`], {
      timeoutMs: 600_000,
    })
    renameSync(`${rootfs}.new`, rootfs)
  }
  // The Node of the project, and the user of the official image.
  run('install', [
    '-D',
    '-m',
    '755',
    join(root, 'node_modules/node/bin/node'),
    join(rootfs, 'usr/local/bin/node'),
  ])
  run('bash', [
    '-euc',
    'grep -q ^node: "$0/etc/passwd" || echo node:x:1000:1000::/home/node:/bin/sh >> "$0/etc/passwd"; grep -q ^node: "$0/etc/group" || echo node:x:1000: >> "$0/etc/group"',
    rootfs,
  ])
  run('tar', ['-C', rootfs, ...EXCLUDED, '-cf', `${tar}.new`, '.'], { timeoutMs: 300_000 })
  renameSync(`${tar}.new`, tar)
  return tar
}

/** A tar of files below a folder, under `prefix` of the image. */
function layer(name: string, folder: string, files: readonly string[], prefix: string): string {
  const tar = join(layers, `${name}.tar`)
  const transform = prefix ? [`--transform=flags=r;s,^\\(\\./\\)\\?,${prefix}/,`] : []
  const excluded = ['--exclude=packages/*/node_modules/.cache', '--exclude=test', '--exclude=*.test.ts']
  const owner = ['--owner=0', '--group=0', '--mtime=2026-01-01', '--sort=name']
  run(
    'tar',
    [
      '-C',
      folder,
      ...owner,
      ...(name.startsWith('installed') ? [] : excluded),
      ...transform,
      '-cf',
      tar,
      ...files,
    ],
    {
      timeoutMs: 300_000,
    },
  )
  return tar
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** An archive as `docker save` writes it, with each layer once. */
async function writeArchive(name: string, made: readonly Image[]): Promise<string> {
  const folder = join(work, 'archive', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const digests = new Map<string, string>()
  for (const tar of new Set(made.flatMap((image) => image.layers))) {
    const digest = await sha256(tar)
    digests.set(tar, digest)
    run('ln', [tar, join(folder, `${digest}.tar`)])
  }
  const manifest = made.map((image) => {
    const ids = image.layers.map((tar) => digests.get(tar)!)
    const config = JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: {
        Cmd: image.command,
        Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...(image.env ?? [])],
        User: image.user,
        WorkingDir: image.workdir ?? '/',
      },
      rootfs: { type: 'layers', diff_ids: ids.map((id) => `sha256:${id}`) },
    })
    const file = `${createHash('sha256').update(config).digest('hex')}.json`
    writeFileSync(join(folder, file), config)
    return { Config: file, RepoTags: [`localhost/${image.name}`], Layers: ids.map((id) => `${id}.tar`) }
  })
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const archive = join(images, `${name}.tar`)
  run('tar', ['-C', folder, '-cf', archive, '.'], { timeoutMs: 300_000 })
  rmSync(folder, { recursive: true })
  say(`${name}: ${made.length} images`)
  return archive
}
