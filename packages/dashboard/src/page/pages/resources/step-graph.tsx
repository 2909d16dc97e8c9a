import type { ReactNode } from 'react'
import { statusOf } from '../../parts/cells.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { texts } from '../../texts/texts.ts'

/** A step of a task, with the steps that have to be done before. */
interface Step {
  readonly id: string
  readonly title?: string
  readonly state?: string
  readonly needs?: readonly string[]
}

/** The most steps that are drawn; more are only listed. */
const mostDrawn = 200

/** The steps of a task in layers: each stands to the right of what it waits for. */
export function StepGraph({ steps }: { readonly steps: unknown }): ReactNode {
  const all = Array.isArray(steps) ? (steps as readonly Step[]) : []
  if (all.length === 0) return null
  const layers = all.length > mostDrawn ? [all] : layersOf(all)
  return (
    <section tabIndex={0} aria-label={texts.resources.stepGraph} className="mt-4 flex gap-6 overflow-x-auto">
      {layers.map((layer) => (
        <ol key={layer.map(({ id }) => id).join(' ')} className="flex flex-col gap-2">
          {layer.map(({ id, title, state, needs = [] }) => (
            <li key={id} className="w-52 rounded-md border border-line bg-surface p-2">
              <ForeignText text={title ?? id} />
              <br />
              <StatusMark status={statusOf(state ?? 'queued')} word={state ?? 'queued'} />
              {needs.length === 0 ? null : (
                <p className="text-xs text-muted">
                  ← <ForeignText text={needs.join(', ')} />
                </p>
              )}
            </li>
          ))}
        </ol>
      ))}
    </section>
  )
}

/** Sorts steps into layers by the longest way to each. A circle ends in the layer where it was noticed. */
export function layersOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const depths = new Map<string, number>()
  const depthOf = (id: string, seen: ReadonlySet<string>): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    if (seen.has(id)) return 0
    const needs = (byId.get(id)?.needs ?? []).filter((need) => byId.has(need))
    const depth = needs.length === 0 ? 0 : 1 + Math.max(...needs.map((need) => depthOf(need, new Set([...seen, id]))))
    depths.set(id, depth)
    return depth
  }
  const layers = Map.groupBy(steps, ({ id }) => depthOf(id, new Set()))
  return [...layers].sort(([one], [other]) => one - other).map(([, layer]) => layer)
}
