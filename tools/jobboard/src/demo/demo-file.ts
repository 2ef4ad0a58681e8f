import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm start` and `jobboard seed` write to `demo.json` for clients (Admin API). */
export interface Demo {
  baseUrl: string
  adminUrl: string
  adminToken: string
  /** Absent in a file of an earlier release. */
  portalUrl?: string
  employers: { id: number; name: string; apiKey: string; userlessApiKey: string }[]
  candidates: { id: number; name: string; apiKey: string }[]
  /** When it was begun, as long as the seed is not complete. */
  begunAt?: string
}

/** The demo data of an earlier run; undefined when there is none that can be read. */
export function readDemo(dataDir: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(demoFile(dataDir), 'utf8')) as Demo
  } catch {
    return undefined
  }
}

/** It contains keys: only its owner can read it. */
export function writeDemo(dataDir: string, demo: Demo): void {
  writeFileSync(demoFile(dataDir), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
}

function demoFile(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
