import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedPage } from '../pages/page.ts'
import { Modal } from '../parts/modal.tsx'
import { texts } from '../texts/texts.ts'

/** Goes anywhere by a few letters: pages, and searches in sessions, tools and the audit. */
export function Palette({
  pages,
  onClose,
}: {
  readonly pages: readonly ListedPage[]
  readonly onClose: () => void
}): ReactNode {
  const [words, setWords] = useState('')
  const [index, setIndex] = useState(0)
  const navigate = useNavigate()
  const id = useId()
  const entries = entriesFor(words, pages)
  const chosen = entries[Math.min(index, entries.length - 1)]
  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setIndex((index + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter' && chosen !== undefined) go(chosen.to)
  }
  return (
    <Modal title={texts.shell.search} onClose={onClose}>
      <input
        // The dialog gives focus to what has the attribute, which React does not write.
        ref={(field) => field?.setAttribute('autofocus', '')}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.to}`}
        aria-label={texts.shell.search}
        className="mb-2 min-h-9 w-full rounded-sm border border-control bg-surface px-2"
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setIndex(0)
        }}
        onKeyDown={onKey}
      />
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={texts.shell.results}
        className="max-h-80 overflow-auto"
        tabIndex={-1}
      >
        {entries.map(({ to, label, key }) => (
          <div
            key={to}
            id={`${id}-${to}`}
            role="option"
            aria-selected={to === chosen?.to}
            tabIndex={-1}
            onClick={() => go(to)}
            onKeyDown={onKey}
            className="flex min-h-9 cursor-pointer items-center justify-between rounded-sm px-2 aria-selected:bg-accent-tint"
          >
            <span>{label}</span>
            {key === undefined ? null : <kbd className="font-mono text-xs">g {key}</kbd>}
          </div>
        ))}
      </div>
    </Modal>
  )
}

interface Entry {
  readonly to: string
  readonly label: string
  readonly key?: string
}

function entriesFor(words: string, pages: readonly ListedPage[]): readonly Entry[] {
  const wanted = words.trim().toLowerCase()
  const found = pages
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map(({ title, address, key }) => ({ to: address, label: title, ...(key === undefined ? {} : { key }) }))
  if (wanted === '') return found
  const searched = ['sessions', 'tools', 'audit']
  const searches = pages.filter(({ id }) => searched.includes(id))
  return [
    ...found,
    ...searches.map(({ title, address }) => ({
      to: `${address}?q=${encodeURIComponent(words.trim())}`,
      label: texts.shell.searchIn(title, words.trim()),
    })),
  ]
}
