import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { type ListedPage, pageGroups } from '../pages/page.ts'
import { Modal } from '../parts/modal.tsx'
import { texts } from '../texts/texts.ts'

interface NavigationProps {
  readonly pages: readonly ListedPage[]
  readonly current: string | undefined
  /** The number of open questions. */
  readonly waiting: number
}

/** The pages at the left: with words on wide screens, with icons on narrower ones. */
export function Navigation({ pages, waiting }: NavigationProps): ReactNode {
  return (
    <nav
      aria-label={texts.shell.pages}
      className="w-14 shrink-0 overflow-y-auto border-e border-line bg-surface py-2 max-sm:hidden lg:w-44"
    >
      <PageGroups pages={pages} waiting={waiting} compact />
    </nav>
  )
}

function PageGroups({
  pages,
  waiting,
  compact,
  onGo,
}: Omit<NavigationProps, 'current'> & { readonly compact: boolean; readonly onGo?: () => void }): ReactNode {
  return pageGroups.map((group) => {
    const own = pages.filter((page) => page.group === group)
    if (own.length === 0) return null
    return (
      <div key={group} className="mb-3">
        <h2 className={`px-3 pb-1 text-xs font-medium text-faint ${compact ? 'max-lg:sr-only' : ''}`}>
          {texts.groups[group]}
        </h2>
        <ul>
          {own.map(({ id, title, address, icon: Icon }) => (
            <li key={id}>
              <NavLink
                to={address}
                title={title}
                {...(onGo === undefined ? {} : { onClick: onGo })}
                className="mx-1 flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-sunken lg:min-h-7 aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                <span className={compact ? 'max-lg:sr-only' : ''}>{title}</span>
                {id === 'inbox' && waiting > 0 ? <Waiting count={waiting} /> : null}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

function Waiting({ count }: { readonly count: number }): ReactNode {
  return (
    <span className="ms-auto rounded-full bg-ask-tint px-1.5 text-xs font-medium text-ask">
      {count}
      <span className="sr-only"> {texts.shell.waiting}</span>
    </span>
  )
}

/** The three most used pages and the rest, at the lower edge of a phone. */
export function PhoneNavigation({ pages, current, waiting }: NavigationProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const shown = pages.slice(0, 3)
  return (
    <nav aria-label={texts.shell.pages} className="flex shrink-0 border-t border-line bg-surface sm:hidden">
      {shown.map(({ id, title, address, icon: Icon }) => (
        <NavLink
          key={id}
          to={address}
          className="flex min-h-12 flex-1 flex-col items-center justify-center text-xs aria-[current=page]:font-semibold aria-[current=page]:text-accent"
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          <span>
            {title}
            {id === 'inbox' && waiting > 0 ? ` ${waiting}` : ''}
          </span>
        </NavLink>
      ))}
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={`min-h-12 flex-1 text-xs ${shown.some(({ id }) => id === current) ? '' : 'font-semibold text-accent'}`}
      >
        {texts.shell.more}
      </button>
      {isOpen ? (
        <Modal title={texts.shell.pages} onClose={() => setOpen(false)}>
          <PageGroups pages={pages} waiting={waiting} compact={false} onGo={() => setOpen(false)} />
        </Modal>
      ) : null}
    </nav>
  )
}
