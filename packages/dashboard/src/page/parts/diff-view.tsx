import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { ForeignText } from './foreign-text.tsx'

const looks = { '+': 'bg-allow-tint', '-': 'bg-deny-tint', '@': 'text-muted bg-sunken' } as const

/** A unified diff. Added and removed lines differ by sign and by colour. */
export function DiffView({
  text,
  added,
  removed,
}: {
  readonly text: string
  readonly added?: number
  readonly removed?: number
}): ReactNode {
  return (
    <section tabIndex={0} aria-label={texts.words.difference} className="overflow-x-auto rounded-sm border border-line">
      {added === undefined ? null : (
        <p className="border-b border-line bg-sunken px-2 py-1 font-mono text-sm">
          +{added} −{removed ?? 0}
        </p>
      )}
      <div className="font-mono text-sm">
        {text.split('\n').map((line, index) => (
          <div key={index} className={`px-2 ${lookOf(line)}`}>
            <ForeignText text={line === '' ? ' ' : line} mono />
          </div>
        ))}
      </div>
    </section>
  )
}

function lookOf(line: string): string {
  const [sign] = line
  return sign === '+' || sign === '-' || sign === '@' ? looks[sign] : ''
}
