import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

const FILES = [
  'docker-compose.yml',
  'deploy/compose.proxy.yml',
  'deploy/observability/compose.yaml',
  'deploy/production/compose.yaml',
  'deploy/Dockerfile',
  'deploy/jobboard.Dockerfile',
]
const PINNED = /@sha256:[0-9a-f]{64}$/

/** The images of these files, as they are written there. */
function imagesOf(folder: string): string[] {
  const texts = FILES.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const images = [...texts.matchAll(/^(?: *image:|FROM) (\S+:\S+)/gm)].map(([, image]) => image!)
  return [...new Set(images)].toSorted()
}

/** Runs it on a copy of the checkout, with a docker that prints `output`, in which %s is the hash of the image. */
function pin(output: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pin-images-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of FILES) cpSync(join(root, file), join(folder, file))
  const hash = 'for last; do :; done; hash=$(echo "$last" | sha256sum | cut -d " " -f 1)'
  const program = `${hash}; echo ${output}`
  const env = withFakeProgram({ ...process.env, CHECKOUT: folder }, join(folder, 'bin'), 'docker', program)
  const run = () => spawnSync(join(root, 'deploy/pin-images.sh'), [], { env, encoding: 'utf8' })
  return { run, images: () => imagesOf(folder), text: () => readFileSync(join(folder, FILES[0]!), 'utf8') }
}

// Run deploy/pin-images.sh where the registries can be reached, and take them out of here.
const WITHOUT_DIGEST = [
  'axllent/mailpit:v1.31.3',
  'caddy:2.10.2-alpine',
  'getmeili/meilisearch:v1.50.0',
  'grafana/grafana:13.1.3',
  'haproxy:3.2.6-alpine',
  'jaegertracing/jaeger:2.20.0',
  'nats:2.15.2-alpine',
  'node:24.21.0-bookworm-slim',
  'otel/opentelemetry-collector:0.158.0',
  'postgres:18.4-alpine',
  'prom/alertmanager:v0.28.1',
  'prom/node-exporter:v1.10.2',
  'prom/prometheus:v3.13.3',
]

test('each image is pinned by digest, except those that are listed as not pinned yet', () => {
  expect(imagesOf(root).filter((image) => !PINNED.test(image))).toEqual(WITHOUT_DIGEST)
})

test('every image and FROM line gets the digest of its tag; a second run changes nothing', () => {
  const { run, images, text } = pin('"sha256:$hash"')
  const before = images().length
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  expect(images().filter((image) => !PINNED.test(image))).toEqual([])
  expect(images()).toHaveLength(before)
  const first = text()
  expect(first).toMatch(/^ {4}image: postgres:18\S*@sha256:[0-9a-f]{64}\n {4}user: postgres$/m)
  expect(run().status).toBe(0)
  expect(text()).toBe(first)
})

test('exit code 1: a registry that returns no digest; no file is changed', () => {
  const { run, images } = pin('not found')
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing was changed') })
  expect(images()).toEqual(imagesOf(root))
})
