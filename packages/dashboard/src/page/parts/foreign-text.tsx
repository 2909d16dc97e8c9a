import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/text'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'

/** Text in which nothing can be hidden, as most names are: too short for a stretch that is counted, and all of it visible. */
const plain = /^[\x20-\x7e]{0,23}$/

/** Returns the text with what eyes do not see spelled out, and blank stretches counted, so that nothing is pushed out of view. */
export function spelledOut(text: string): string {
  if (plain.test(text)) return text
  return escapeUnprintable(text)
    .replace(/(?:[\t\p{Zs}]*\n){4,}/gu, (run) => `\n⏎ ×${run.split('\n').length - 1}\n`)
    .replace(/[\t\p{Zs}]{24,}/gu, (run) => ` ␣ ×${run.length} `)
}

/** Returns the text as {@link spelledOut} on one line: for names and sentences, which never take the place of what follows. */
function spelledOnOneLine(text: string): string {
  return spelledOut(escapeToOneLine(text))
}

/** Text of a model, a file or a stranger: characters only, in its own direction, nothing hidden. */
export function ForeignText({
  text,
  mono = false,
  oneLine = false,
}: {
  readonly text: string
  readonly mono?: boolean
  /** True for a name or a sentence among words of ours. */
  readonly oneLine?: boolean
}): ReactNode {
  const words = oneLine ? spelledOnOneLine(text) : spelledOut(text)
  return <span className={`foreign ${mono ? 'font-mono text-sm' : ''}`}>{words}</span>
}

/** A block of text that came from outside and that nobody trusted vouches for. */
export function UntrustedBlock({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="border-s-4 border-foreign bg-foreign-tint p-2">
      <span className="me-2 text-xs font-medium text-foreign">{texts.words.untrusted}</span>
      {children}
    </div>
  )
}
