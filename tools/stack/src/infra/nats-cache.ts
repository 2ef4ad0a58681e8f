import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { programVersion } from './find-program.ts'

export type NatsProgram = { file: string; version: string }

/** Where downloaded programs are kept for the next start, of this user only. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'jobboard')
}

/** The newest nats-server in the cache that runs on this machine. */
export async function cachedNats(cache: string): Promise<NatsProgram | undefined> {
  if (!existsSync(cache)) return undefined
  const names = readdirSync(cache).filter((name) => /^nats-\d/.test(name))
  for (const name of names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))) {
    const file = join(cache, name, 'nats-server')
    const version = await programVersion(file)
    if (version) return { file, version }
  }
  return undefined
}

/** Runs `fetch` in a working folder that is removed, and keeps the nats-server it returns in the cache, whole or not at
 *  all. Throws what `fetch` throws, and when the program does not run here. */
export async function intoCache(
  cache: string,
  fetch: (work: string) => Promise<string>,
): Promise<NatsProgram> {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(cache, 'work-'))
  try {
    const fetched = await fetch(work)
    const version = await programVersion(fetched)
    if (!version) throw new Error('the nats-server fetched does not run on this machine')
    const [draft, kept] = [join(work, 'kept'), join(cache, `nats-${version}`)]
    mkdirSync(draft)
    copyFileSync(fetched, join(draft, 'nats-server'))
    chmodSync(join(draft, 'nats-server'), 0o755)
    // Whoever was faster has put the same program there.
    if (!existsSync(kept)) renameSync(draft, kept)
    return { file: join(kept, 'nats-server'), version }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
