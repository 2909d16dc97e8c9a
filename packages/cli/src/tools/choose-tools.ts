import type { Snapshot } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { UsageError } from '../command-line/usage-error.ts'

/** The part of a tool set that a person asked for. */
export type ChosenTools = Pick<Snapshot, 'tools' | 'hidden' | 'names' | 'show'>

/** Returns the named tools, by canonical or exposed name; all of them if none is named. Throws `UsageError` for an unknown one. */
export function chooseTools(snapshot: Snapshot, wanted: readonly string[]): ChosenTools {
  if (wanted.length === 0) return snapshot
  const { tools, hidden, names } = snapshot
  const found = wanted.map((name) => {
    const canonical = names.canonicalName(name) ?? name
    const tool = snapshot.find(canonical)
    if (tool !== undefined) return { tools: [tool], hidden: [] }
    const why = snapshot.whyHidden(name)
    if (why.class === 'unknown') {
      const known = [...tools, ...hidden].map((each) => each.name)
      throw new UsageError(
        `The tool "${name}" does not exist: ${why.reason}.${didYouMean(name, known)} Run \`drawbridge tools\` to see all.`,
      )
    }
    return { tools: [], hidden: [why] }
  })
  const isChosen = (chosen: readonly object[]) => (each: object) => chosen.includes(each)
  return {
    tools: tools.filter(isChosen(found.flatMap((each) => each.tools))),
    hidden: hidden.filter(isChosen(found.flatMap((each) => each.hidden))),
    names,
    show: snapshot.show,
  }
}
