import { statfs } from 'node:fs/promises'
import { type Finding, fail, ok, warn } from './finding.ts'

const WARN_FREE = 0.2
const FAIL_FREE = 0.05
const GIB = 1_073_741_824

/** Free space of the disk that has this folder. */
export async function readDisk(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { bytes: blocks * bsize, freeBytes: bavail * bsize }
}

/** Whether a disk has space left. */
export function checkDisk(
  folder: string,
  { bytes, freeBytes }: { bytes: number; freeBytes: number },
): Finding[] {
  const share = freeBytes / bytes
  const what = `${Math.round(share * 100)} % (${(freeBytes / GIB).toFixed(1)} GiB) of the disk of ${folder} is free`
  if (share >= WARN_FREE) return [ok('disk', what)]
  const level = share < FAIL_FREE ? fail : warn
  return [level('disk', what, 'Free space: on a full disk Postgres refuses writes.', 'disk-full.md')]
}
