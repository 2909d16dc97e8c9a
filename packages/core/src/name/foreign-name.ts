const kept = /^[A-Za-z0-9_-]$/

/**
 * Returns the canonical name of a tool with a foreign name, such as an MCP server's: its own spelling after our prefix,
 * with each invalid character as `~` and its hexadecimal UTF-8 bytes. `readForeignName` reverses it.
 */
export function foreignCanonicalName(prefix: string, ownName: string): string {
  return `${prefix}.${escapeName(ownName)}`
}

/** The foreign spelling inside a canonical name made by {@link foreignCanonicalName} with the same prefix. */
export function readForeignName(prefix: string, canonicalName: string): string {
  const escaped = canonicalName.slice(prefix.length + 1)
  // Most names have nothing to escape, and are read in each call.
  if (!escaped.includes('~')) return escaped
  return decodeURIComponent(escaped.replaceAll('%', '%25').replaceAll('~', '%'))
}

function escapeName(name: string): string {
  const characters = [...name]
  return characters
    .map((character, index) => {
      const separates = character === '.' && isWordAt(characters, index - 1) && isWordAt(characters, index + 1)
      return kept.test(character) || separates ? character : escapeCharacter(character)
    })
    .join('')
}

/** A dot stays only between parts that are not empty. */
function isWordAt(characters: readonly string[], index: number): boolean {
  const character = characters[index]
  return character !== undefined && character !== '.'
}

function escapeCharacter(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return [...bytes].map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join('')
}
