import { DrawbridgeError } from '@drawbridge/core'

/** Keys from a section down. */
export type KeyPath = readonly string[]

/** Writes a path as a person types it: `permissions.mode`, and `agents."a.b".tools` for a key that holds more than a word. */
export function formatKeyPath(path: KeyPath): string {
  return path.map((key) => (plainKey.test(key) ? key : JSON.stringify(key))).join('.')
}

/** Returns true if `path` is `above`, or leads to something in it. */
export function isAtOrBelow(path: readonly (string | number)[], above: KeyPath): boolean {
  return above.every((key, index) => key === path[index])
}

const plainKey = /^[^."\\\p{C}\p{Z}]+$/u
const nextKey = /("(?:[^"\\]|\\.)*"|[^."]+)(\.|$)/y

/**
 * Reads what {@link formatKeyPath} writes.
 * @throws DrawbridgeError `invalid_option` that names the text.
 */
export function parseKeyPath(text: string): KeyPath {
  const path: string[] = []
  nextKey.lastIndex = 0
  for (let end = '.'; end === '.'; ) {
    const [, key = '', found = ''] = nextKey.exec(text) ?? []
    const read = key.startsWith('"') ? unquoted(key) : key
    if (read === undefined || read === '')
      throw new DrawbridgeError(
        'invalid_option',
        `${JSON.stringify(text)} is not the path of a setting. Write keys with dots between them, such as permissions.mode; put a key that contains a dot in double quotes.`,
      )
    path.push(read)
    end = found
  }
  return path
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
