import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { createSpeech } from './create-speech.ts'
import type { Dialect, Speech } from './dialect.ts'
import type { DialectAlias, DialectTool } from './dialect-tool.ts'
import { safeName } from './plain-dialects.ts'

/** A dialect as data. */
export interface DialectTable {
  readonly name: string
  readonly tools: readonly DialectTool[]
  /** Returns the names of tools that the table does not name. Default: the `safe` rule. */
  readonly rule?: (canonicalName: string) => string | undefined
}

/**
 * Makes a dialect of its table. Throws `name_clash`, which names both, if two tools of it would be called by one name, as a
 * shown name or as an alias.
 */
export function defineDialect({ name, tools, rule = () => undefined }: DialectTable): Dialect {
  const exposed = new Map<string, string>()
  const speeches = new Map<string, Speech>()
  const owners = new Map<string, string>()
  const take = (word: string, tool: DialectTool, parameters = tool.parameters) => {
    const owner = owners.get(word)
    if (owner !== undefined) throw clash(name, word, owner, tool.canonical)
    owners.set(word, tool.canonical)
    speeches.set(word, createSpeech({ ...tool, ...(parameters === undefined ? {} : { parameters }) }))
  }
  for (const tool of tools) {
    const shown = tool.name ?? rule(tool.canonical) ?? safeName(tool.canonical)
    exposed.set(tool.canonical, shown)
    take(shown, tool)
    for (const alias of tool.aliases ?? []) {
      const { name: word, parameters }: Partial<DialectAlias> & { name: string } =
        typeof alias === 'string' ? { name: alias } : alias
      take(word, tool, parameters)
    }
  }
  return {
    name,
    expose: (canonicalName) => exposed.get(canonicalName) ?? rule(canonicalName),
    speech: (word) => speeches.get(word),
  }
}

function clash(dialect: string, word: string, left: string, right: string): DrawbridgeError {
  return new DrawbridgeError(
    'name_clash',
    `"${left}" and "${right}" would both be called "${word}" in the dialect "${dialect}". Rename one of them.`,
  )
}
