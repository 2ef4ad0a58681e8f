import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the start command leaves for clients in `demo.json` (Admin API). */
export interface Demo {
  baseUrl: string
  adminUrl: string
  adminToken: string
  employers: { id: number; name: string; apiKey: string; userlessApiKey: string }[]
  candidates: { id: number; name: string; apiKey: string }[]
}

/** The demo data of an earlier start, or undefined when there is none that can be read. */
export function readDemo(dataDir: string): Demo | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  } catch {
    return undefined
  }
}
