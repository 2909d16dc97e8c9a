import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts } from '../texts/texts.ts'

/** A list with the detail of one row next to it; on a narrow screen the detail is a page of its own with a way back. */
export function MasterDetail({
  list,
  children,
  isOpen,
  back,
}: {
  readonly list: ReactNode
  readonly children: ReactNode
  /** True if a row was chosen, which shows its detail on a narrow screen. */
  readonly isOpen: boolean
  readonly back: string
}): ReactNode {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(18rem,26rem)_minmax(0,1fr)]">
      <div className={`min-h-0 overflow-y-auto border-e border-line bg-surface ${isOpen ? 'max-lg:hidden' : ''}`}>
        {list}
      </div>
      <div className={`flex min-h-0 flex-col overflow-hidden ${isOpen ? '' : 'max-lg:hidden'}`}>
        <Link to={back} className="flex min-h-11 items-center border-b border-line px-3 text-accent lg:hidden">
          ‹ {texts.actions.back}
        </Link>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </div>
  )
}
