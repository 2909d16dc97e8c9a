import type { ApprovalPart } from '@drawbridge/core/approval'
import type { ReactNode } from 'react'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { formatNumber } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { foldLines } from './fold-lines.ts'
import { hostNames, mixesLetters } from './host-names.ts'
import { isMarked } from './is-marked.ts'

/** The parts of a call, the most dangerous first. Nothing of it is folded or cut. */
export function CallParts({ parts }: { readonly parts: readonly ApprovalPart[] }): ReactNode {
  return (
    <ol className="flex flex-col gap-2">
      {parts.map((part, index) => (
        <CallPart key={`${index} ${part.text}`} part={part} number={index + 1} />
      ))}
    </ol>
  )
}

const edges = {
  destructive: 'border-deny bg-deny-tint',
  marked: 'border-ask bg-ask-tint',
  changes: 'border-line bg-surface',
  reads: 'border-line bg-surface',
} as const

function CallPart({ part, number }: { readonly part: ApprovalPart; readonly number: number }): ReactNode {
  const { kind, text, danger, marks, notes } = part
  const hasMark = isMarked(part)
  const host = kind === 'host' ? hostNames(text) : undefined
  return (
    <li
      data-mark={hasMark ? `${number} begins` : undefined}
      className={`grid grid-cols-[2rem_minmax(0,1fr)] rounded-sm border p-2 ${edges[danger]}`}
    >
      <span className="text-muted">
        {number}
        {hasMark ? <span className="ms-1 font-bold text-deny">!</span> : null}
      </span>
      <div>
        <span className="me-2 text-xs font-medium text-muted">{texts.inbox.kinds[kind]}</span>
        <ForeignText text={text} mono />
        {host === undefined ? null : (
          <p className="mt-1 font-semibold text-deny">! {texts.inbox.hostName(host.readable)}</p>
        )}
        {mixesLetters(text) ? <p className="mt-1 font-semibold text-deny">! {texts.inbox.mixedLetters}</p> : null}
        {danger === 'destructive' && marks.length === 0 ? (
          <p className="mt-1 font-semibold text-deny">! {texts.inbox.destroys}</p>
        ) : null}
        {marks.map((mark) => (
          <p key={mark} className="mt-1 font-semibold text-deny">
            ! <ForeignText text={mark} />
          </p>
        ))}
        {notes.map((note) => (
          <p key={note} className="mt-1 text-xs text-muted">
            <ForeignText text={note} />
          </p>
        ))}
        {hasMark ? <div data-mark={`${number} ends`} className="h-px" /> : null}
      </div>
    </li>
  )
}

/** A long text with its marked lines in view and the rest folded, counted, and one press away. */
export function LongText({ text, marks }: { readonly text: string; readonly marks: readonly string[] }): ReactNode {
  return (
    <div className="overflow-x-auto rounded-sm border border-line bg-sunken p-2 font-mono text-sm">
      {foldLines(text, marks).map(({ folded, from, lines, marked }) =>
        folded ? (
          <details key={from} data-fold="">
            <summary className="my-1 rounded-sm bg-ask-tint px-2 py-1 font-sans text-ink">
              {texts.inbox.foldedLines(formatNumber(lines.length))}
            </summary>
            <ForeignText text={lines.join('\n')} mono />
          </details>
        ) : (
          <div key={from}>
            <LinesWithMarks lines={lines} marked={marked} />
          </div>
        ),
      )}
    </div>
  )
}

function LinesWithMarks({ lines, marked }: { readonly lines: readonly string[]; readonly marked: readonly number[] }) {
  if (marked.length === 0) return <ForeignText text={lines.join('\n')} mono />
  return lines.map((line, index) => (
    <div key={index} className={marked.includes(index) ? 'bg-mark' : ''}>
      <ForeignText text={line === '' ? ' ' : line} mono />
    </div>
  ))
}
