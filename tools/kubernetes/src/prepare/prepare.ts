import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assertInHistory, readReleases } from '@jobboard/releases/releases'
import { succeeds } from '../run.ts'
import { bin, root, work } from '../settings.ts'
import { buildPrograms, programs } from './build.ts'
import { makeClusterImages, makeImages } from './images.ts'
import { makeImagesOfCommit } from './release.ts'

/** Programs, and the package of Debian that has each. */
const NEEDED: Record<string, string> = {
  containerd: 'containerd',
  runc: 'runc',
  etcd: 'etcd-server',
  debootstrap: 'debootstrap',
  gcc: 'gcc libc6-dev',
  ip: 'iproute2',
  nft: 'nftables',
  conntrack: 'conntrack',
  openssl: 'openssl',
  'nats-server': 'nats-server',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
}

/** Checks that this machine can run the cluster and that programs and images are there; makes them when asked to. Throws what is missing, with the
 * command that brings it. */
export async function prepare(isBuilding: boolean): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('a cluster of real nodes needs root: run this as root on a machine of its own')
  const missing = Object.entries(NEEDED).filter(([name]) => !succeeds('sh', ['-c', `command -v ${name}`]))
  if (missing.length > 0) {
    const packages = missing.map(([, name]) => name).join(' ')
    throw new Error(
      `missing: ${missing.map(([name]) => name).join(', ')}. On Debian: apt-get install --no-install-recommends ${packages}`,
    )
  }
  if (isBuilding) {
    await buildPrograms()
    await makeClusterImages()
    rmSync(join(work, 'images/jobboard-new.tar'), { force: true })
  }
  const absent = programs.filter((name) => !existsSync(join(bin, name)))
  if (absent.length > 0) throw new Error(`${bin} has no ${absent.join(', ')}: run with --prepare`)
  if (!existsSync(join(work, 'images/jobboard-new.tar'))) await makeImages(root, 'new')
  const release = readReleases()[0]!
  assertInHistory(release)
  await makeImagesOfCommit(release.commit, 'old')
}
