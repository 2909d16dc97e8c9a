import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

/** Tabs that are links: which one is open is part of the address. */
export function Tabs({
  label,
  tabs,
  current,
  name = 'tab',
}: {
  readonly label: string
  /** Default of `to`: the same page with the tab in its address. */
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly to?: string }[]
  readonly current: string
  /** The parameter of the address. Default: `tab`. */
  readonly name?: string
}): ReactNode {
  const [search] = useSearchParams()
  const addressOf = (id: string) => {
    const next = new URLSearchParams(search)
    next.set(name, id)
    return `?${next}`
  }
  return (
    <nav aria-label={label} className="shrink-0 overflow-x-auto border-b border-line bg-surface">
      <ul className="flex">
        {tabs.map(({ id, label: words, to }) => (
          <li key={id}>
            <Link
              to={to ?? addressOf(id)}
              aria-current={id === current ? 'page' : undefined}
              className="block min-h-10 content-center whitespace-nowrap border-b-2 border-transparent px-3 hover:bg-sunken aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
