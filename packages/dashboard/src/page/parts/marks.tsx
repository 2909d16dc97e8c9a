import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'

const statuses = {
  ok: ['✓', 'text-allow'],
  asked: ['?', 'text-ask'],
  denied: ['⊘', 'text-deny'],
  failed: ['!', 'text-deny'],
  cancelled: ['◌', 'text-neutral'],
  running: ['▶', 'text-accent'],
  queued: ['◷', 'text-neutral'],
  interrupted: ['↯', 'text-deny'],
} as const

/** The state of a call, a run or a server: a shape, a word and a colour. */
export type Status = keyof typeof statuses

/** Shows a state by shape, word and colour, so that none of them is needed alone. */
export function StatusMark({ status, word }: { readonly status: Status; readonly word?: string }): ReactNode {
  const [shape, colour] = statuses[status]
  return (
    <span className={`inline-flex items-baseline gap-1 whitespace-nowrap font-medium ${colour}`}>
      <span aria-hidden="true" className="inline-block w-[1em] text-center">
        {shape}
      </span>
      {word ?? texts.status[status]}
    </span>
  )
}

const levels = {
  safe: ['○', 'text-neutral border-neutral bg-neutral-tint'],
  medium: ['◐', 'text-ask border-ask bg-ask-tint'],
  dangerous: ['◆', 'text-deny border-deny bg-deny-tint'],
  destructive: ['⬢', 'text-deny border-deny bg-deny-tint'],
  flow: ['◈', 'text-foreign border-foreign bg-foreign-tint'],
} as const

/** The harm that a call could do, or the fact that words of strangers decide it. */
export type RiskLevel = keyof typeof levels

/** Shows a risk by shape, word and colour. */
export function RiskMark({ level }: { readonly level: RiskLevel }): ReactNode {
  const [shape, colour] = levels[level]
  return (
    <span className={`inline-flex items-center gap-1 rounded-sm border px-1.5 text-xs font-medium ${colour}`}>
      <span aria-hidden="true">{shape}</span>
      {texts.risk[level]}
    </span>
  )
}
