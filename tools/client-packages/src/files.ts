import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a package by their path in it. */
export type Files = Map<string, File>

interface File {
  bytes: Buffer
  executable?: boolean
}

/** The checkout. */
export const root = join(import.meta.dirname, '../../..')

/** The files of a folder of the checkout whose path ends so, by their path below it. */
export function readFiles(folder: string, ending: RegExp): Files {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => ending.test(path))
      .map((path) => [path, { bytes: readFileSync(join(root, folder, path)) }]),
  )
}

/** A file of a package. */
export const text = (content: string): File => ({ bytes: Buffer.from(content) })

export const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** The fields of a manifest that the packed one has too. */
export function readManifest(folder: string) {
  const { name, version, description, license, engines } = JSON.parse(readText(`${folder}/package.json`))
  return { name, version, description, license, engines } as {
    name: string
    version: string
    description: string
    license: string
    engines: { node: string }
  }
}
