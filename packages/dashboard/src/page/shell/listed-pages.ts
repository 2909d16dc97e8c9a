import { type ComponentType, lazy } from 'react'
import type { ListEntry, Me, PageEntry } from '../api/me.ts'
import { iconOf } from '../pages/icons.ts'
import type { ListedPage } from '../pages/page.ts'
import { views } from '../pages/views.ts'
import { texts } from '../texts/texts.ts'

const components = new Map<string, ComponentType>(
  [...views].map(([name, load]) => [name, lazy(async () => ({ default: (await load()).Page }))]),
)

/** Returns the pages that a person may see, as the server lists them. Left out are those whose code this build does not have. */
export function listedPages(me: Me): readonly ListedPage[] {
  return me.pages.flatMap((entry) => {
    const { id, address, group, icon, shortcut } = entry
    const Page = entry.kind === 'view' ? components.get(entry.view) : listComponent(entry)
    if (Page === undefined) return []
    const key = shortcut === null ? {} : { key: shortcut }
    return [{ id, title: titleOf(entry), address, group, ...key, icon: iconOf(icon), Page }]
  })
}

/** Rooms give titles in English. The words of the catalogue come first, so that they are in the language of the person. */
function titleOf({ kind, id, title }: PageEntry): string {
  const words: Readonly<Record<string, string>> = texts.pages
  return (kind === 'view' && Object.hasOwn(words, id) ? words[id] : undefined) ?? title
}

/** A page keeps its component for as long as it says the same, so that it is not begun again with each read of the person. */
function listComponent({ room, title, path, address, key, fields, empty }: ListEntry): ComponentType {
  const name = JSON.stringify([address, title, path, key, fields, empty])
  const known = components.get(name)
  if (known !== undefined) return known
  const made = lazy(async () => {
    const { resourcePage } = await import('../parts/resource-page.tsx')
    const row = fields.filter(({ detailOnly }) => detailOnly !== true)
    const definition = { title, path, address, topics: [room], id: key, row, detail: fields }
    return { default: resourcePage({ ...definition, empty: empty ?? texts.states.nothing }) }
  })
  components.set(name, made)
  return made
}
