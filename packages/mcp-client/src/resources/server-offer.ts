import { isJsonObject } from '@drawbridge/core/base'
import type { McpOffer, OfferedPrompt } from '@drawbridge/room'
import type { McpGrants } from '../grants/open-grants.ts'
import { fingerprintOf } from '../listing/foreign-tool.ts'
import { launchIdentity } from '../server/launch-identity.ts'
import type { ManagedServer } from '../server/managed-server.ts'

/**
 * Offers clients of our own server the prompts of the servers that the caller may use, as a person agreed to them, and the addresses of
 * their resources. No server is started or asked for it. Each is read by a call of the tool that a model would use.
 */
export function serverOffer(servers: readonly ManagedServer[], grants: Pick<McpGrants, 'accessOf'>): McpOffer {
  return {
    list: async (caller) => {
      const open = await Promise.all(
        servers.map(async (server) => {
          const { server: agreed } = await server.consents()
          const launch = isJsonObject(agreed?.definition) ? agreed.definition.launch : undefined
          const isSame = fingerprintOf(launch) === fingerprintOf(launchIdentity(server.definition))
          if (!isSame || (await grants.accessOf(server.id, caller)).status === 'closed') return []
          return [{ id: server.id, definition: agreed?.definition }]
        }),
      )
      return {
        prompts: open.flat().flatMap(({ id, definition }) => promptsIn(id, definition)),
        templates: open.flat().map(({ id }) => ({
          uriTemplate: `drawbridge://${id}/{address}`,
          name: id,
          description: `A resource of the MCP server "${id}", by its address in a result or in the list of servers.list_resources.`,
          tool: 'servers.read_resource',
        })),
      }
    },
  }
}

function promptsIn(server: string, definition: unknown): readonly OfferedPrompt[] {
  const prompts = isJsonObject(definition) && Array.isArray(definition.prompts) ? definition.prompts : []
  return prompts.flatMap((prompt: unknown): readonly OfferedPrompt[] => {
    if (!isJsonObject(prompt) || typeof prompt.name !== 'string') return []
    const { name, title, description, arguments: fields } = prompt
    const known = Array.isArray(fields) ? fields.filter(isJsonObject) : []
    return [
      {
        name: `${server}__${name}`,
        ...(typeof title === 'string' ? { title } : {}),
        ...(typeof description === 'string' ? { description } : {}),
        arguments: known.flatMap((field) =>
          typeof field.name !== 'string'
            ? []
            : [
                {
                  name: field.name,
                  ...(typeof field.description === 'string' ? { description: field.description } : {}),
                  ...(field.required === true ? { required: true } : {}),
                },
              ],
        ),
        tool: 'servers.get_prompt',
        input: (given) => ({ server, name, arguments: given }),
      },
    ]
  })
}
