import { dirname, join } from 'node:path'
import type { SkillsSection } from '../skills-section.ts'

/** The places of skills, in the order in which the first of two with one name wins. */
export const tiers = ['workspace', 'project', 'home', 'managed', 'bundled'] as const
/** A place of skills. */
export type Tier = (typeof tiers)[number]

/** A folder whose subfolders are skills. */
export interface SkillFolder {
  readonly tier: Tier
  /** Absolute. It is not searched if it leads through a link below `owner`. */
  readonly path: string
  /** The folder whose owner decides what is there. */
  readonly owner: string
}

/** The folders and settings that decide where skills are looked for. */
export interface SkillPlace {
  readonly home: string
  readonly workspace: string
  /** The folder of the bundled skills. */
  readonly bundled: string
  readonly section: SkillsSection | undefined
}

/** The folder of the files of skills that are published for everyone. All who call may read it. */
export function publishedFolder(home: string): string {
  return join(home, 'skills', '.published')
}

/** Returns the folders of skills, the strongest first. Those of a project are among them only if the operator trusts it. Pure. */
export function skillFolders(place: SkillPlace): readonly SkillFolder[] {
  const { home, workspace, bundled } = place
  const trusted = trustedRoot(place)
  const own =
    trusted === undefined ? [] : [{ tier: 'workspace', path: join(workspace, 'skills'), owner: workspace } as const]
  const project =
    trusted === undefined
      ? []
      : upTo(workspace, trusted).flatMap((folder) =>
          ['.agents', '.claude'].map(
            (name) => ({ tier: 'project', path: join(folder, name, 'skills'), owner: folder }) as const,
          ),
        )
  return [
    ...own,
    ...project,
    { tier: 'home', path: join(home, 'skills'), owner: home },
    { tier: 'bundled', path: bundled, owner: bundled },
  ]
}

/** Returns the trusted folder that the workspace is in or below; undefined if there is none. Pure. */
export function trustedRoot({ workspace, section }: Pick<SkillPlace, 'workspace' | 'section'>): string | undefined {
  const above = new Set(upTo(workspace, '/'))
  const folders = (section?.trustedFolders ?? []).map((folder) => folder.replace(/(?<=.)\/+$/, ''))
  return folders.filter((folder) => above.has(folder)).sort((left, right) => right.length - left.length)[0]
}

/** Returns a folder and those above it, the nearest first, up to `top`. */
function upTo(folder: string, top: string): readonly string[] {
  const list = [folder]
  for (let here = folder; here !== top && dirname(here) !== here; here = dirname(here)) list.push(dirname(here))
  return list
}
