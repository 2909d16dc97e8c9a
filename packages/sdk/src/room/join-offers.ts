import type { Scrubber } from '@drawbridge/core/scrub'
import type { CompleteArgument, McpOffer, McpOfferings } from '@drawbridge/room'

/** Joins the offers of rooms into one, behind the scrubber. A room that fails leaves the lists of the others alone. */
export function joinOffers(
  offers: readonly McpOffer[],
  { scrubValue }: Pick<Scrubber, 'scrubValue'>,
): McpOffer | undefined {
  if (offers.length === 0) return undefined
  const scrubbed = <Item extends object>(item: Item): Item => {
    const entries = Object.entries(item)
    const words = Object.fromEntries(entries.filter(([, value]) => typeof value !== 'function'))
    const functions = entries.filter(([, value]) => typeof value === 'function')
    return { ...scrubValue(words).value, ...Object.fromEntries(functions) } as Item
  }
  const completing = <Item extends { readonly complete?: CompleteArgument }>(item: Item): Item => {
    const { complete } = item
    if (complete === undefined) return item
    return {
      ...item,
      complete: async (...given: Parameters<CompleteArgument>) => scrubValue(await complete(...given)).value,
    }
  }
  const watches = offers.flatMap(({ watch }) => watch ?? [])
  return {
    list: async (caller) => {
      const lists = await Promise.allSettled(offers.map(async (offer) => offer.list(caller)))
      const of = <Key extends keyof McpOfferings>(key: Key) =>
        lists.flatMap((list) => (list.status === 'fulfilled' ? [...(list.value[key] ?? [])] : []))
      return {
        prompts: of('prompts').map(scrubbed).map(completing),
        resources: of('resources').map(scrubbed),
        templates: of('templates').map(scrubbed).map(completing),
      }
    },
    ...(watches.length === 0
      ? {}
      : {
          watch: (onChange) => {
            const watching = watches.map((watch) => watch(onChange))
            return {
              [Symbol.dispose]: () => {
                for (const each of watching) each[Symbol.dispose]()
              },
            }
          },
        }),
  }
}
