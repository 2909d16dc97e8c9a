import type { ReactNode } from 'react'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { JsonTree } from '../../parts/json-tree.tsx'
import { texts } from '../../texts/texts.ts'
import type { PolicyChange, PolicyProblem } from './policy-draft.ts'

/** Differences between two policies. What may allow more is marked in words, never by colour alone. */
export function PolicyChanges({ changes }: { readonly changes: readonly PolicyChange[] }): ReactNode {
  const { policy } = texts
  if (changes.length === 0) return <p className="text-muted">{policy.noChanges}</p>
  return (
    <ul aria-label={texts.words.difference} className="flex flex-col gap-2">
      {changes.map(({ path, before, after, wider }, index) => (
        <li key={`${index} ${path.join('.')}`} className="rounded-sm border border-line bg-surface p-2">
          <p className="flex flex-wrap gap-3">
            <span className="font-mono text-sm">
              <ForeignText text={path.join('.')} oneLine />
            </span>
            {wider ? <strong className="text-ask">▲ {policy.wider}</strong> : null}
          </p>
          <Side sign="−" value={before} look="bg-deny-tint" />
          <Side sign="+" value={after} look="bg-allow-tint" />
        </li>
      ))}
    </ul>
  )
}

function Side({
  sign,
  value,
  look,
}: {
  readonly sign: string
  readonly value: unknown
  readonly look: string
}): ReactNode {
  if (value === undefined) return null
  return (
    <div className={`flex gap-2 px-2 ${look}`}>
      <span>{sign}</span>
      <div className="min-w-0">
        <JsonTree value={value} />
      </div>
    </div>
  )
}

/** The faults of a draft, each with its place. */
export function PolicyProblems({
  problems,
  warnings,
}: {
  readonly problems: readonly PolicyProblem[]
  readonly warnings: readonly PolicyProblem[]
}): ReactNode {
  return (
    <>
      {problems.length === 0 ? <p className="text-allow">✓ {texts.policy.noProblems}</p> : null}
      <ul>
        {problems.map(({ place, message }) => (
          <li key={`${place} ${message}`} className="text-deny">
            ! <ForeignText text={`${place}: ${message}`} />
          </li>
        ))}
        {warnings.map(({ place, message }) => (
          <li key={`${place} ${message}`} className="text-ask">
            ? <ForeignText text={`${place}: ${message}`} />
          </li>
        ))}
      </ul>
    </>
  )
}
