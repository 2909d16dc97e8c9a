import type { RankedProject } from '../render/map-lines.ts'
import type { ReadSource } from '../source/read-sources.ts'
import { findFocus } from './focus.ts'
import { type Breathe, linkFiles } from './link-files.ts'
import { createProject, type Manifest } from './project.ts'
import { rankSymbols } from './rank-symbols.ts'

export interface RankOptions {
  readonly manifests: readonly Manifest[]
  /** Paths or names. */
  readonly focus: readonly string[]
  /** Returns the path of a result for a path of the project. */
  readonly shown: (path: string) => string
  readonly breathe: Breathe
}

/** Works out what refers to what among the sources of a project, and how much each part matters. */
export async function rankProject(
  sources: readonly ReadSource[],
  { manifests, focus: asked, shown, breathe }: RankOptions,
): Promise<RankedProject> {
  const focus = findFocus(asked, sources, shown)
  const paths = sources.map(({ path }) => path)
  const project = createProject(paths, manifests)
  const links = await linkFiles(sources, project, { focus: focus.names, breathe })
  await breathe()
  const ranking = rankSymbols(sources, links, focus)
  const importedBy = sources.map(() => 0)
  for (const files of links.imports) for (const file of files) importedBy[file] = (importedBy[file] ?? 0) + 1
  return { sources, links, importedBy, ranking, focus }
}
