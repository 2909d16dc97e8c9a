import { realUserHome } from '../home/real-user-home.ts'
import { findRooms } from '../room/find-rooms.ts'
import { type LoadedSection, noSections } from '../room/room-sections.ts'
import { builtInRegistry } from './check-policy-file.ts'
import { compileConfiguration } from './compile-configuration.ts'
import type { ConfigProblem } from './config-problem.ts'
import { type OpenSources, readConfiguration } from './read-configuration.ts'
import { unheldCosts } from './unheld-costs.ts'

/** The result of a start with these sources. */
export interface ExaminedConfiguration {
  /** The existing files, and the database if it stores settings, if they can be read. */
  readonly files: readonly string[]
  readonly problems: readonly ConfigProblem[]
  /** The reasons that the shadow policy is not compared. */
  readonly shadowProblems: readonly ConfigProblem[]
  /** Names whose tools may come later, from a server, a database or a file. */
  readonly warnings: readonly ConfigProblem[]
  /** Limits that cannot be held, each with the reason. */
  readonly unheld: readonly string[]
}

/** Reads all files and checks their names against the native tools, without applying anything. */
export async function examineConfiguration(sources: OpenSources): Promise<ExaminedConfiguration> {
  const { sections: _, ...examined } = await examineLayers(sources)
  return examined
}

/** The same, with the sections of rooms that the layers were checked with. */
export async function examineLayers(
  sources: OpenSources,
): Promise<ExaminedConfiguration & { readonly sections: readonly LoadedSection[] }> {
  const loaded = await readConfiguration(sources)
  if (loaded.status === 'refused')
    return { files: [], problems: loaded.problems, shadowProblems: [], warnings: [], unheld: [], sections: noSections }
  const { layers, sections, shadow } = loaded.configuration
  const files = layers.map(({ name }) => name)
  const registry = await builtInRegistry(sources.rooms ?? (await findRooms(sources)).rooms)
  const place = { workspace: sources.workspace, userHome: realUserHome() }
  const compiled = compileConfiguration(layers, { tools: registry.list(), ...place })
  const other = shadow?.layer && compileConfiguration([shadow.layer], { tools: registry.list(), ...place })
  return {
    files,
    shadowProblems: other?.status === 'refused' ? other.problems : (shadow?.problems ?? []),
    problems: compiled.status === 'refused' ? compiled.problems : [],
    warnings: compiled.warnings,
    unheld: unheldCosts(loaded.configuration).map(({ key, reason }) => `${key} ${reason}`),
    sections,
  }
}
