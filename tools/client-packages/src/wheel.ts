import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { type Files, readFiles, readText, text } from './files.ts'

const folder = 'clients/python'

/** The Python client as a wheel, with the name that pip expects. The manifest is read as far as this client needs it:
 * a value that is missing is an error. */
export function packWheel(): { file: string; bytes: Buffer; version: string; requires: string } {
  const manifest = readText(`${folder}/pyproject.toml`)
  const value = (key: string) => find(manifest, new RegExp(`^${key} = "([^"]*)"$`, 'm'), key)
  const [name, version, requires] = [value('name'), value('version'), value('requires-python')]
  const dependencies = find(manifest, /^dependencies = \[([^\]]*)\]/m, 'dependencies')
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${value('description')}`,
    'License: MIT',
    `Requires-Python: ${requires}`,
    ...[...dependencies.matchAll(/"([^"]+)"/g)].map(([, one]) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
  ]
  const normalized = name.replaceAll('-', '_')
  const info = `${normalized}-${version}.dist-info`
  const sources = readFiles(`${folder}/jobboard`, /\.(py|typed)$/)
  const files: Files = new Map([
    ...[...sources.keys()].sort().map((path) => [`jobboard/${path}`, sources.get(path)!] as const),
    [`${info}/METADATA`, text(`${metadata.join('\n')}\n\n${readText(`${folder}/README.md`)}`)],
    [`${info}/WHEEL`, text(WHEEL)],
    [`${info}/licenses/LICENSE`, text(readText(`${folder}/LICENSE`))],
  ])
  const record = [...files].map(([path, { bytes }]) => {
    return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`
  })
  files.set(`${info}/RECORD`, text(`${record.join('')}${info}/RECORD,,\n`))
  return { file: `${normalized}-${version}-py3-none-any.whl`, bytes: zip(files), version, requires }
}

const WHEEL = `Wheel-Version: 1.0
Generator: jobboard
Root-Is-Purelib: true
Tag: py3-none-any
`

function find(manifest: string, pattern: RegExp, key: string): string {
  const found = pattern.exec(manifest)?.[1]
  if (found === undefined) throw new Error(`${folder}/pyproject.toml has no ${key} that can be read`)
  return found
}

// The earliest time that a zip can have: 1 January 1980.
const DATE = (1 << 5) | 1
const DEFLATE = 8
const UTF_8 = 1 << 11
const REGULAR_FILE = (0o100644 << 16) >>> 0

/** A zip of these files in this order, with one fixed time. */
function zip(files: Files): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, { bytes }] of files) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(UTF_8, 2)
    fields.writeUInt16LE(DEFLATE, 4)
    fields.writeUInt16LE(DATE, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, path, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(REGULAR_FILE, 6)
    rest.writeUInt32LE(offset, 10)
    // Made by Unix, so that the rights above count.
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, path)
    local.push(entry)
    offset += entry.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end])
}
