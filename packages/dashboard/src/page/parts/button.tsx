import type { ButtonHTMLAttributes, ReactNode } from 'react'

const looks = {
  filled: 'bg-accent text-surface border-accent',
  outlined: 'bg-surface text-ink border-control hover:bg-sunken',
  deny: 'bg-surface text-deny border-deny hover:bg-deny-tint',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
} as const

/** A button. An inert one keeps its place in the order of focus and says that it is disabled. */
export function Button({
  look = 'outlined',
  inert = false,
  keyName,
  children,
  onClick,
  className = '',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'inert'> & {
  readonly look?: keyof typeof looks
  readonly inert?: boolean
  /** The key that does the same, shown next to the label. */
  readonly keyName?: string
}): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={inert || undefined}
      aria-keyshortcuts={keyName}
      onClick={(event) => (inert ? event.preventDefault() : onClick?.(event))}
      className={`inline-flex min-h-9 max-sm:min-h-12 items-center gap-2 rounded-sm border px-3 py-1 text-start font-medium disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:bg-sunken aria-disabled:text-muted ${looks[look]} ${className}`}
    >
      {children}
      {keyName === undefined ? null : (
        <span aria-hidden="true" className="rounded-sm border border-current px-1 font-mono text-xs max-sm:hidden">
          {keyName}
        </span>
      )}
    </button>
  )
}
