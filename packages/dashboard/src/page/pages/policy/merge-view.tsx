import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { texts } from '../../texts/texts.ts'
import { type PolicyDraft, policyText } from './policy-draft.ts'

/**
 * Three sides of a policy that somebody else changed meanwhile: what the draft began with, what is there now, and the draft. The person
 * merges them in the draft, and says that it has the changes of the others.
 */
export function MergeView({
  draft: { base, current, policy },
  text,
  onTake,
  onMerged,
}: {
  readonly draft: PolicyDraft
  readonly text: string
  readonly onTake: (text: string) => void
  readonly onMerged: () => void
}): ReactNode {
  const { policy: words } = texts
  const sides = [
    { title: words.began(base.version), content: policyText(base.policy) },
    { title: words.theirs(current.version), content: policyText(current.policy) },
    { title: words.yours, content: policyText(policy) },
  ]
  return (
    <section aria-label={words.merge} className="mb-4 rounded-md border border-ask bg-ask-tint p-3">
      <h2 className="mb-2 font-semibold">{words.changedMeanwhile}</h2>
      <div className="grid gap-2 xl:grid-cols-3">
        {sides.map(({ title, content }) => (
          <div key={title} className="min-w-0">
            <h3 className="text-xs font-medium">{title}</h3>
            <section
              tabIndex={0}
              aria-label={title}
              className="max-h-64 overflow-auto whitespace-pre rounded-sm border border-line bg-surface p-2"
            >
              <ForeignText text={content} mono />
            </section>
            {content === text ? null : (
              <Button className="mt-1" onClick={() => onTake(content)}>
                {words.take}
              </Button>
            )}
          </div>
        ))}
      </div>
      <p className="my-2">{words.mergeMore}</p>
      <Button onClick={onMerged}>{words.merged}</Button>
    </section>
  )
}
