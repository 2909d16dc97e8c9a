import type { ReactNode } from 'react'
import type { ListedPage } from '../pages/page.ts'
import { Modal } from '../parts/modal.tsx'
import { texts } from '../texts/texts.ts'

/** Lists the keys of the page that is open, and those that work on every page. */
export function KeySheet({
  pages,
  current,
  onClose,
}: {
  readonly pages: readonly ListedPage[]
  readonly current: string | undefined
  readonly onClose: () => void
}): ReactNode {
  const keys: Readonly<Record<string, readonly (readonly [string, string])[]>> = texts.keys
  const own = current === undefined ? [] : (keys[current] ?? [])
  return (
    <Modal title={texts.shell.keys} onClose={onClose}>
      <div className="grid gap-6 sm:grid-cols-2">
        <KeyList title={texts.shell.keysHere} keys={own} />
        <KeyList title={texts.shell.keysEverywhere} keys={texts.keys.everywhere} />
        <KeyList
          title={texts.shell.keysGo}
          keys={pages.flatMap(({ title, key }) => (key === undefined ? [] : [[`g ${key}`, title] as const]))}
        />
      </div>
    </Modal>
  )
}

function KeyList({
  title,
  keys,
}: {
  readonly title: string
  readonly keys: readonly (readonly [string, string])[]
}): ReactNode {
  if (keys.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {keys.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line px-1 font-mono text-xs">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
