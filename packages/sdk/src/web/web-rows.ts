import { defined } from '@drawbridge/core/base'
import type { ToolRow } from '@drawbridge/room'
import { createWebTools, type WebToolsOptions } from '@drawbridge/tools'
import type { WebOptions } from './web-options.ts'
import type { WebSection } from './web-section.ts'

/**
 * The web tools on the house's guarded client, which is made at the first call. Host lists are read at once: throws `HostPatternError`
 * for an entry that could never match.
 */
export async function webRows(section: WebOptions | WebSection = {}): Promise<readonly ToolRow[]> {
  const { search: services, userAgent } = section
  const hosts = 'hosts' in section ? section.hosts : undefined
  const search =
    services === undefined || isList(services) ? services : (await import('./web-section.ts')).servicesOf(services)
  if (hosts !== undefined) (await import('@drawbridge/net')).createHostPolicy(hosts)
  const toolsOn = (client: WebToolsOptions['client']) =>
    createWebTools({
      client,
      ...defined({ search, userAgent }),
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

function isList<Item>(value: readonly Item[] | object): value is readonly Item[] {
  return Array.isArray(value)
}
