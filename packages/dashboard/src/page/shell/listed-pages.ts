import { Puzzle } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { type Me, mayUse, type RoomPage } from '../api/me.ts'
import type { ListedPage } from '../pages/page.ts'
import { pages } from '../pages/pages.ts'
import { texts } from '../texts/texts.ts'

const components = new Map<string, ComponentType>(
  pages.map(({ id, load }) => [id, lazy(async () => ({ default: (await load()).Page }))]),
)

/** Returns the pages that a person may see, in the order of the navigation. Those of rooms come after those of the dashboard. */
export function listedPages(me: Me): readonly ListedPage[] {
  const own = pages
    .filter(({ needs }) => mayUse(me, needs))
    .flatMap(({ id, group, key, icon }) => {
      const Page = components.get(id)
      return Page === undefined ? [] : [{ id, title: texts.pages[id], address: `/${id}`, group, key, icon, Page }]
    })
  return [...own, ...me.pages.map(roomPage)]
}

function roomPage(page: RoomPage): ListedPage {
  const { id, title, group } = page
  const address = `/rooms/${id}`
  return { id: `rooms/${id}`, title, address, group, icon: Puzzle, Page: componentOf(page, address) }
}

/** A page keeps its component for as long as it says the same, so that it is not begun again with each read of the person. */
function componentOf({ room, title, path, key, fields, empty }: RoomPage, address: string): ComponentType {
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
