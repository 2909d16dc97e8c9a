import { DrawbridgeError } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { createConfigurationRepository } from '@drawbridge/store/configuration-rows'
import { type McpSection, mcpSection, type ServerDefinition } from '../section/mcp-section.ts'
import { holdsSecret } from '../section/stored-secrets.ts'

const above = ['mcp', 'servers'] as const

/** The servers that the settings of the database hold. Processes that are started from now on use them. */
export interface AddedServers {
  /** By id, with references as they were written. */
  list(): Promise<ReadonlyMap<string, ServerDefinition>>
  add(id: string, server: ServerDefinition, by: string): Promise<void>
  /** Resolves to false if the database holds no such server. */
  remove(id: string, by: string): Promise<boolean>
}

/** Opens the servers that the database of a house holds. */
export async function openAddedServers({ database, clock }: Pick<House, 'database' | 'clock'>): Promise<AddedServers> {
  const settings = createConfigurationRepository(await database.obtain(), { clock })
  const isOne = (path: readonly string[]) => path.length === 3 && above.every((key, index) => path[index] === key)
  const rowsNow = async () => {
    const { rows, revision } = await settings.read()
    const whole = rows.find(
      ({ path }) => path[0] === 'mcp' && (path.length === 1 || path[1] === 'servers') && !isOne(path),
    )
    return { revision, own: rows.filter(({ path }) => isOne(path)), whole }
  }
  return {
    list: async () =>
      new Map((await rowsNow()).own.map(({ path, value }) => [String(path[2]), value as ServerDefinition])),
    add: async (id, server, by) => {
      for (;;) {
        const { revision, own, whole } = await rowsNow()
        if (whole !== undefined)
          throw invalid(
            `The database holds ${JSON.stringify(whole.path.join('.'))} as one value. Add the server to it: drawbridge config set`,
          )
        if (own.some(({ path }) => path[2] === id)) throw taken(id)
        const add = [{ path: [...above, id], value: server }]
        if (await settings.change({ remove: [], add, setBy: by, note: `MCP server ${id}` }, revision)) return
      }
    },
    remove: async (id, by) => {
      for (;;) {
        const { revision, own } = await rowsNow()
        const row = own.find(({ path }) => path[2] === id)
        if (row === undefined) return false
        if (await settings.change({ remove: [row.path], add: [], setBy: by, note: `MCP server ${id}` }, revision))
          return true
      }
    },
  }
}

/**
 * Returns a new server as the section would hold it.
 * @throws DrawbridgeError `invalid_option` that says what is wrong with it.
 */
export function checkNewServer(
  id: string,
  server: ServerDefinition,
  section: McpSection | undefined,
): ServerDefinition {
  if (Object.hasOwn(section?.servers ?? {}, id)) throw taken(id)
  if (server.command === undefined && server.url === undefined) throw invalid(`"${id}" needs a program or an address.`)
  const whole = { ...section, servers: { ...section?.servers, [id]: server } }
  const { data, error } = mcpSection.schema.safeParse(whole)
  const [issue] = error?.issues ?? []
  if (issue !== undefined) throw invalid(`${issue.path.slice(1).join('.')}: ${issue.message}`)
  if (holdsSecret(server))
    throw invalid(
      `"${id}" holds a secret, which would be stored and shown in plain text. Keep it under Credentials, and write \${secret:NAME} here.`,
    )
  return data?.servers?.[id] ?? server
}

function taken(id: string): DrawbridgeError {
  return invalid(`There is a server ${JSON.stringify(id)} already.`)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
