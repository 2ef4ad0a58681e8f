import { crc32, deflateRawSync } from 'node:zlib'
import type { Files } from './files.ts'

// The earliest time that a zip can have: 1 January 1980.
const DATE = (1 << 5) | 1
const DEFLATE = 8
const UTF_8 = 1 << 11
const REGULAR_FILE = (0o100644 << 16) >>> 0

/** A zip of these files in this order, with one fixed time. */
export function zip(files: Files): Buffer {
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
