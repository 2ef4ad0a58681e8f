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
import { programVersion } from '../process/find-program.ts'

export type NatsProgram = { file: string; version: string }

/** Folder of downloaded programs, one per user: `~/.cache/jobboard`. */
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

/** Runs `fetch` in a temporary folder and moves the nats-server that it returns into the cache, atomically.
 *  Throws what `fetch` throws, and when the program does not run on this machine. */
export async function fetchIntoCache(
  cache: string,
  fetch: (work: string) => Promise<string>,
): Promise<NatsProgram> {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(cache, 'work-'))
  try {
    const fetched = await fetch(work)
    const version = await programVersion(fetched)
    if (!version) throw new Error('the nats-server that was fetched does not run on this machine')
    const [draft, folder] = [join(work, 'draft'), join(cache, `nats-${version}`)]
    mkdirSync(draft)
    copyFileSync(fetched, join(draft, 'nats-server'))
    chmodSync(join(draft, 'nats-server'), 0o755)
    // Another process may have cached the same version meanwhile.
    if (!existsSync(folder)) renameSync(draft, folder)
    return { file: join(folder, 'nats-server'), version }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
