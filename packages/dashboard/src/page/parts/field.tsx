import type { InputHTMLAttributes, ReactNode } from 'react'

/** A field with its label above it. */
export function Field({
  label,
  mono = false,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string
  readonly mono?: boolean
  readonly hint?: string
}): ReactNode {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-xs font-medium text-muted">{label}</span>
      <input
        {...rest}
        className={`min-h-9 w-full rounded-sm border border-control bg-surface px-2 ${mono ? 'font-mono' : ''}`}
      />
      {hint === undefined ? null : <span className="text-xs text-muted">{hint}</span>}
    </label>
  )
}

/** A choice among few, by the browser's own list. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}): ReactNode {
  return (
    <label className="inline-flex items-center gap-2">
      <span className="text-xs font-medium text-muted">{label}</span>
      <select
        className="min-h-8 rounded-sm border border-control bg-surface px-2"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
