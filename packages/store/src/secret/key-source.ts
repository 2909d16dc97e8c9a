import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'
import { type KeyRing, keyTexts, parseKeyRing } from './key-ring.ts'
import { generateKeyText, parseSecretKey } from './secret-key.ts'

/** The source of the keys. */
export interface KeySource {
  /** For messages. */
  readonly name: string
  /**
   * Loads the existing keys; undefined if there are none yet. Throws `invalid_option` if they cannot be trusted or
   * read.
   */
  load(): Promise<KeyRing | undefined>
  /** Loads the keys, creating the first one if there are none yet. Processes that do so at once agree on one key. */
  obtain(): Promise<KeyRing>
  /** Puts a new key in front; the others stay. Undefined for keys that only their operator can change. Under a lock of the caller's. */
  readonly addPrimary?: () => Promise<KeyRing>
  /** Takes all keys away but the primary one and those named. As `addPrimary`. */
  readonly retain?: (ids: ReadonlySet<string>) => Promise<void>
}

export interface KeyPlaces {
  readonly home: string
  /** Reads `DRAWBRIDGE_KEY` (the keys themselves), else `DRAWBRIDGE_KEY_FILE` (another file than `key` in the home). */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The keys that these places name. Opens nothing yet. */
export function createKeySource({ home, environment }: KeyPlaces): KeySource {
  const { DRAWBRIDGE_KEY: keys = '', DRAWBRIDGE_KEY_FILE: file = '' } = environment
  if (keys !== '') return keysOfText(keys)
  return keysOfFile(file === '' ? join(home, 'key') : file)
}

function keysOfText(text: string): KeySource {
  const name = 'DRAWBRIDGE_KEY'
  const load = async () => ringOf(text, name)
  return { name, load, obtain: load }
}

function keysOfFile(file: string): KeySource {
  const name = `the key file "${file}"`
  const read = async () => {
    const text = await readKeyFile(file)
    return text === undefined ? undefined : { text, ring: ringOf(text, name) }
  }
  const needed = async () => {
    const found = await read()
    if (found === undefined) throw new DrawbridgeError('invalid_option', `${name} no longer exists.`)
    return found
  }
  const write = (keys: readonly string[]) => replaceKeyFile(file, fileText(keys))
  return {
    name,
    load: async () => (await read())?.ring,
    obtain: async () => {
      const found = await read()
      if (found !== undefined) return found.ring
      await createKeyFile(file, fileText([generateKeyText()]))
      return (await needed()).ring
    },
    addPrimary: async () => {
      await write([generateKeyText(), ...keyTexts((await needed()).text)])
      return (await needed()).ring
    },
    retain: async (ids) => {
      const { text, ring } = await needed()
      await write(keyTexts(text).filter((key) => isKept(parseSecretKey(key)?.id, ring, ids)))
    },
  }
}

function isKept(id: string | undefined, { primary }: KeyRing, ids: ReadonlySet<string>): boolean {
  return id !== undefined && (id === primary.id || ids.has(id))
}

function ringOf(text: string, name: string): KeyRing {
  const ring = parseKeyRing(text)
  if (ring !== undefined) return ring
  throw new DrawbridgeError(
    'invalid_option',
    `${name} does not contain a valid key. A key is 32 random bytes as base64 or hexadecimal; create one with: openssl rand -base64 32. Write one key per line, the newest first.`,
  )
}

function fileText(keys: readonly string[]): string {
  return [
    '# Keys of Drawbridge. Anyone with this file can read its secrets: keep it apart from backups.',
    ...keys,
    '',
  ].join('\n')
}
