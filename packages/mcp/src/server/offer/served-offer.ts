import type { McpOffer, OfferedPrompt, OfferedResource, OfferedTemplate } from '@drawbridge/room'
import type { CurrentRun } from '../current-run.ts'

/** The lists that one client sees now, each in the order of its keys. */
export interface ServedOffer {
  readonly prompts: readonly OfferedPrompt[]
  readonly resources: readonly OfferedResource[]
  readonly templates: readonly OfferedTemplate[]
}

/**
 * Returns the lists for the caller of the current run. An entry is in them only if the tool that reads it is in the caller's set, so that
 * what is listed can be called. Of two with one name the first counts.
 */
export async function readOffer(offer: McpOffer, run: CurrentRun): Promise<ServedOffer> {
  const { principal, snapshot } = run.get()
  const { prompts = [], resources = [], templates = [] } = await offer.list(principal)
  const available = <Item extends { readonly tool: string }>(items: readonly Item[], keyOf: (item: Item) => string) => {
    const byKey = new Map<string, Item>()
    for (const item of items) {
      if (!byKey.has(keyOf(item)) && snapshot.find(item.tool) !== undefined) byKey.set(keyOf(item), item)
    }
    return [...byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item)
  }
  return {
    prompts: available(prompts, ({ name }) => name),
    resources: available(resources, ({ uri }) => uri),
    templates: available(templates, ({ uriTemplate }) => uriTemplate),
  }
}
