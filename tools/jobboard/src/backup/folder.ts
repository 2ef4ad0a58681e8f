import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_FILE, readManifest } from './manifest.ts'

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
const DAY_MS = 86_400_000

/** The name of a backup that begins now. */
export const nameOf = (now: Date) => `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** The names of the complete backups in a folder, oldest first. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  return names.filter((name) => existsSync(join(folder, name, MANIFEST_FILE))).sort()
}

/** The moment that the newest backup of a folder shows. */
export function newestTakenAt(folder: string): Date | undefined {
  const name = listBackups(folder).at(-1)
  return name === undefined ? undefined : new Date(readManifest(join(folder, name)).takenAt)
}

/** Whether no backup has begun since this time of a day (`HH:MM`, UTC) was last reached. */
export function isDue(time: string, now: Date, newest: Date | undefined): boolean {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`)
  const last = today <= now ? today : new Date(today.getTime() - DAY_MS)
  return newest === undefined || newest < last
}

/** Which of these backups are older than so many days; never the newest. */
export function expired(names: readonly string[], keepDays: number, now: Date): string[] {
  const oldest = nameOf(new Date(now.getTime() - keepDays * DAY_MS))
  return names.slice(0, -1).filter((name) => name < oldest)
}
