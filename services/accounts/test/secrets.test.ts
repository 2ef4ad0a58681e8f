import { KEY_BUCKET } from '@jobboard/contracts/internal/keys'
import { hashOf } from '@jobboard/service/api-key'
import { CALLER_HEADER, signCaller } from '@jobboard/service/caller'
import { readEnv } from '@jobboard/service/env'
import type { Log } from '@jobboard/service/log'
import { startService } from '@jobboard/service/start'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats, openSchema } from '@jobboard/testkit/infra'
import { Kvm } from '@nats-io/kv'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'

test('the text of a key is in no table, no log line, no event and no bucket; its hash is in its own row only', async () => {
  const [schema, nats] = [await openSchema(), await openNats()]
  const lines: string[] = []
  const running = await startService(
    service,
    readEnv(service.env, testEnv(schema.url, nats.url)),
    memoryLog(lines),
  )
  const { db, bus } = running.deps
  const admin = client(running.url, () => ({
    [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { kind: 'admin', actor: 'olga' }),
  }))
  try {
    const { id } = (await admin.post('/admin/v1/employers', { name: 'A', hasActiveContract: true })).body
    const headers = { 'idempotency-key': 'the-same' }
    const body = { name: 'K', scopes: ['JobPosting', 'CvSearch'] }
    const minted = (await admin.post(`/admin/v1/employers/${id}/api-keys`, body, headers)).body
    const mine = (
      await admin.post('/admin/v1/candidates/5/api-keys', { name: 'K', scopes: ['Profile'] }, headers)
    ).body
    await admin.post(`/admin/v1/api-keys/${minted.id}/approve`)
    const rotated = (
      await admin.post(`/admin/v1/api-keys/${minted.id}/rotate`, { overlapSeconds: 5 }, headers)
    ).body
    await admin.delete(`/admin/v1/api-keys/${mine.id}`)
    const keys: string[] = [minted, mine, rotated].map(({ apiKey }) => apiKey)
    expect(keys.every((key) => /^[pc]k_live_/.test(key))).toBe(true)
    // Failures are what gets logged: by the text of a key, and one that is ours.
    for (const key of keys) await admin.get(`/internal/v1/keys/${key}`)
    await admin.post(`/admin/v1/employers/${id}/credits`, { kind: 'CvSearch', amount: 1, reason: 'x' })

    const bucket = await eventually('all is published', async () => {
      const found = await new Kvm(bus.js).open(KEY_BUCKET)
      const entry = await found.get(hashOf(rotated.apiKey)).catch(() => null)
      return entry !== null && found
    })
    const values: string[] = []
    for await (const name of await bucket.keys()) values.push((await bucket.get(name))!.string())
    expect(values).toHaveLength(3)

    const tables = await db.sql<{ tableName: string }>`
      select table_name from information_schema.tables where table_schema = current_schema()`
    const rows: { table: string; row: string }[] = []
    for (const { tableName } of tables) {
      const [all] = await db.sql<{ row: string | null }>`
        select query_to_xml(${`select * from ${tableName}`}, true, false, '')::text as row`
      rows.push({ table: tableName, row: all!.row ?? '' })
    }
    expect(tables.length).toBeGreaterThan(8)
    expect(lines.some((line) => line.includes('request failed'))).toBe(true)
    for (const key of keys) {
      const secret = key.slice('pk_live_'.length)
      expect(rows.filter(({ row }) => row.includes(secret)).map(({ table }) => table)).toEqual([])
      expect(lines.filter((line) => line.includes(secret))).toEqual([])
      expect(values.filter((value) => value.includes(secret))).toEqual([])
      const own = key.startsWith('pk') ? 'recruiter_key' : 'candidate_key'
      expect(rows.filter(({ row }) => row.includes(hashOf(key))).map(({ table }) => table)).toEqual([own])
      expect(lines.filter((line) => line.includes(hashOf(key)))).toEqual([])
      expect(values.filter((value) => value.includes(hashOf(key)))).toEqual([])
    }
  } finally {
    await running.stop()
    await nats.stop()
    await schema.drop()
  }
})

function memoryLog(lines: string[]): Log {
  const keep = (...parts: unknown[]) =>
    void lines.push(
      JSON.stringify(parts, (_, value) =>
        value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
      ),
    )
  return { trace: keep, debug: keep, info: keep, warn: keep, error: keep, fatal: keep } as unknown as Log
}
