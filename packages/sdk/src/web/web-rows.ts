import type { ToolRow } from '@drawbridge/room'
import { createWebTools, type WebToolsOptions } from '@drawbridge/tools'
import type { WebOptions } from './web-options.ts'

/**
 * The web tools on the house's guarded client, which is made at the first call. Host lists are read at once: throws `HostPatternError`
 * for an entry that could never match.
 */
export async function webRows({ hosts, search, userAgent }: WebOptions = {}): Promise<readonly ToolRow[]> {
  if (hosts !== undefined) (await import('@drawbridge/net')).createHostPolicy(hosts)
  const toolsOn = (client: WebToolsOptions['client']) =>
    createWebTools({
      client,
      ...(search === undefined ? {} : { search }),
      ...(userAgent === undefined ? {} : { userAgent }),
    })
  return toolsOn(notYet).map(({ load: _, ...head }, index) => ({
    ...head,
    load: async (house) => {
      const tool = toolsOn(() => house.client('web', hosts))[index]
      if (tool === undefined) throw new TypeError(`The tool "${head.name}" is gone.`)
      return tool.load()
    },
  }))
}

function notYet(): never {
  throw new TypeError('These tools are only listed.')
}
