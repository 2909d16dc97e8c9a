import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { ProblemNote, Skeleton } from './states.tsx'
import type { PagedList } from './use-pages.ts'

/** Shows what was read of a list, or why nothing was, and offers what follows. */
export function PagedView<Item>({
  list,
  children,
}: {
  readonly list: PagedList<Item>
  readonly children: (items: readonly Item[]) => ReactNode
}): ReactNode {
  if (list.isLoading) return <Skeleton />
  return (
    <>
      {list.error === null ? null : <ProblemNote error={list.error} onRetry={list.reload} />}
      {list.error !== null && list.items.length === 0 ? null : children(list.items)}
      <MoreButton list={list} />
    </>
  )
}

/** Reads what follows in a list; absent at its end. */
export function MoreButton({ list }: { readonly list: PagedList<unknown> }): ReactNode {
  if (!list.hasMore) return null
  return (
    <div className="flex flex-wrap items-center gap-3 p-3">
      <span className="text-muted">{texts.states.cut(list.items.length)}</span>
      <Button onClick={list.loadMore} inert={list.isLoadingMore}>
        {texts.actions.moreItems}
      </Button>
    </div>
  )
}
