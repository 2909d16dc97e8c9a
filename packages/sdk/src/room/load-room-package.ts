import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { errorMessage } from '@drawbridge/core'
import type { Room } from '@drawbridge/room'
import { realUserHome } from '../home/real-user-home.ts'
import { objectionToForeignRoom, objectionToRoom } from './check-room.ts'

export type LoadedRoom =
  | { readonly status: 'loaded'; readonly room: Room }
  | { readonly status: 'refused'; readonly why: string }

const packageName = /^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/

/**
 * Loads the room of a package, which runs its code. A package is looked up only in `node_modules` of the given folders
 * and next to Drawbridge: folders around a workspace do not belong to the operator. Never rejects.
 * @param text The name of a package, or the path of a module: absolute, or below `~/`.
 */
export async function loadRoomPackage(text: string, homes: readonly string[]): Promise<LoadedRoom> {
  const file = fileOf(text, homes)
  if (file.status === 'refused') return file
  try {
    const module: { readonly room?: unknown } = await import(pathToFileURL(file.path).href)
    if (module.room === undefined) return refused(`The module ${file.path} exports no "room".`)
    const objection = objectionToRoom(module.room) ?? objectionToForeignRoom(module.room as Room)
    if (objection !== undefined) return refused(`The export "room" of "${text}" ${objection}`)
    return { status: 'loaded', room: module.room as Room }
  } catch (error) {
    return refused(`"${text}" cannot be loaded: ${errorMessage(error)}`)
  }
}

type FoundFile = { readonly status: 'found'; readonly path: string } | Extract<LoadedRoom, { status: 'refused' }>

function fileOf(text: string, homes: readonly string[]): FoundFile {
  if (text.startsWith('/') || text.startsWith('~/')) {
    const path = text.replace(/^~(?=\/)/, realUserHome())
    return existsSync(path) ? { status: 'found', path } : refused(`The file "${path}" does not exist.`)
  }
  if (!packageName.test(text)) {
    return refused(`"${text}" is neither the name of a package nor an absolute path or one below "~/".`)
  }
  const manifest = manifestOf(text, homes)
  if (manifest === undefined) {
    const [home = ''] = homes
    return refused(`The package "${text}" is not installed. Install it with: npm install --prefix ${home} ${text}`)
  }
  const entry = entryOf(JSON.parse(readFileSync(manifest, 'utf8')) as PackageManifest)
  if (entry === undefined) return refused(`The package "${text}" has no entry that can be imported.`)
  return { status: 'found', path: join(dirname(manifest), entry) }
}

function manifestOf(name: string, homes: readonly string[]): string | undefined {
  const own = homes.map((home) => join(home, 'node_modules', name, 'package.json')).find((path) => existsSync(path))
  if (own !== undefined) return own
  try {
    return findPackageJSON(name, import.meta.url)
  } catch {
    return undefined
  }
}

type ExportTarget = string | null | { readonly [condition: string]: ExportTarget }

interface PackageManifest {
  readonly exports?: ExportTarget
  readonly main?: string
}

/** The file that `import` of the package means. */
function entryOf({ exports, main }: PackageManifest): string | undefined {
  if (exports === undefined) return main ?? 'index.js'
  const isMap = typeof exports === 'object' && exports !== null && Object.hasOwn(exports, '.')
  return targetOf(isMap ? (exports['.'] ?? null) : exports)
}

function targetOf(target: ExportTarget): string | undefined {
  if (target === null || typeof target === 'string') return target ?? undefined
  for (const [condition, inner] of Object.entries(target)) {
    if (!['node', 'import', 'default'].includes(condition)) continue
    const found = targetOf(inner)
    if (found !== undefined) return found
  }
  return undefined
}

function refused(why: string): Extract<LoadedRoom, { status: 'refused' }> {
  return { status: 'refused', why }
}
