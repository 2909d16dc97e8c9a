import { DrawbridgeError } from '@drawbridge/core'
import { readSettingsFile } from '@drawbridge/sandbox/settings-file'
import { mcpSection } from '../../section/mcp-section.ts'
import type { ConfigValue } from '../document/config-syntax.ts'
import { type EntryChange, editConfig, readConfig } from '../document/edit-config.ts'
import { jsonSyntax } from '../document/json-syntax.ts'
import type { WrittenServer } from '../plan/server-definition.ts'
import type { FileChange } from './backups.ts'

/** Our own configuration, as it is on disk: references stay references. */
export interface OwnConfiguration {
  readonly path: string
  readonly servers: Readonly<Record<string, WrittenServer>>
  /**
   * Returns the file with changes of servers; undefined if they change nothing. An entry without a value is removed.
   * @throws DrawbridgeError `invalid_option` if the section would not be valid, or the file cannot be edited.
   */
  change(changes: Readonly<Record<string, WrittenServer | undefined>>): FileChange | undefined
}

/**
 * Reads the operator's configuration.
 * @throws DrawbridgeError `invalid_option` for a file that cannot be read.
 */
export async function readOwnConfiguration(path: string): Promise<OwnConfiguration> {
  const file = await readSettingsFile(path)
  if (file.status === 'failed') throw invalid(`"${path}" ${file.why}.`)
  const text = file.status === 'read' ? file.text : ''
  const config = readConfig(jsonSyntax, text)
  if (config.status === 'broken') throw invalid(`"${path}" was left alone: ${config.why}. Correct it first.`)
  const section = tableAt(config.value, 'mcp')
  const servers = tableAt(section, 'servers') as Readonly<Record<string, WrittenServer>>
  return {
    path,
    servers,
    change: (changes) => {
      const edits: readonly EntryChange[] = Object.entries(changes).map(([id, value]) => ({
        path: ['mcp', 'servers', id],
        ...(value === undefined ? {} : { value }),
      }))
      const edited = editConfig(jsonSyntax, text, edits)
      if (edited.status === 'refused') throw invalid(`"${path}" was left alone: ${edited.why}.`)
      if (edited.text === text) return undefined
      checkSection(edited.text)
      return {
        path,
        before: file.status === 'read' ? file.bytes : undefined,
        after: new TextEncoder().encode(edited.text),
      }
    },
  }
}

/** References are checked where they are resolved; here only the shape counts. */
function checkSection(text: string): void {
  const config = readConfig(jsonSyntax, text)
  const { error } = mcpSection.schema.safeParse(config.status === 'read' ? tableAt(config.value, 'mcp') : {})
  const [issue] = error?.issues ?? []
  if (issue !== undefined)
    throw invalid(`The section "mcp" would not be valid: ${issue.path.join('.')}: ${issue.message}`)
}

function tableAt(value: ConfigValue | undefined, key: string): { readonly [key: string]: ConfigValue } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const table = value as { readonly [key: string]: ConfigValue }
  const inner = Object.hasOwn(table, key) ? table[key] : undefined
  return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as never) : {}
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
