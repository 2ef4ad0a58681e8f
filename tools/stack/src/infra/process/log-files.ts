import { copyFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'

/** Number of old logs beside the current one; `<file>.1` is the newest of them. */
const OLD_LOGS = 3
const MAX_LOG_BYTES = 16 * 2 ** 20

/** Moves the log of an earlier run to `<file>.1`, and that one to `<file>.2`; the oldest is deleted. */
export function rotateLog(file: string): void {
  if (sizeOf(file) === 0) return
  shiftOldLogs(file)
  renameSync(file, `${file}.1`)
}

/** Rotates the log of a running process when it has become too large. The process holds the file open, so the log is
 * copied and emptied; lines written in between are lost. When it cannot be copied, as on a full disk, it is emptied without a copy. */
export function limitLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (sizeOf(file) <= maxBytes) return
  shiftOldLogs(file)
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    rmSync(`${file}.1`, { force: true })
  }
  truncateSync(file)
}

function shiftOldLogs(file: string): void {
  rmSync(`${file}.${OLD_LOGS}`, { force: true })
  for (let i = OLD_LOGS - 1; i >= 1; i--) {
    if (sizeOf(`${file}.${i}`) > 0) renameSync(`${file}.${i}`, `${file}.${i + 1}`)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
