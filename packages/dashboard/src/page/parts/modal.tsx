import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'

/** A dialog over the page: the browser's own, which keeps focus inside and gives it back. */
export function Modal({
  title,
  onClose,
  children,
  wide = false,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser gives the focus back when a dialog is closed, not when it is removed.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={() => {
        if (dialog.current?.open === false) onClose()
      }}
      className={`m-auto w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface p-0 text-ink shadow-lg ${wide ? 'max-w-3xl' : 'max-w-xl'}`}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2">
        <h2 id={id} className="text-md font-semibold">
          {title}
        </h2>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          {texts.actions.close}
        </Button>
      </div>
      <section tabIndex={0} aria-labelledby={id} className="max-h-[75vh] overflow-auto p-4">
        {children}
      </section>
    </dialog>
  )
}
