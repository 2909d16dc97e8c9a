import { basename, join } from 'node:path'
import { findMarkedFolders, leadsThroughLink, readSmallFile } from '@drawbridge/sandbox/folder'
import { longestSkillBytes, type ReadSkill, readSkill, type SkillDescription } from '../format/read-skill.ts'
import type { SkillFolder, Tier } from './skill-folders.ts'

/** A skill that can be used. */
export interface FoundSkill extends SkillDescription {
  readonly tier: Tier
  /** Its folder. Real path. None for a published skill that not everyone may use: its files are only in the database. */
  readonly folder?: string
  /** The paths of the files that are only in the database. */
  readonly files?: readonly string[]
  /** Remarks for its author. */
  readonly notes: readonly string[]
  /** The version of a published skill. */
  readonly version?: number
}

/** A folder that is not a skill, with the reason. */
export interface SkillProblem {
  readonly path: string
  readonly problem: string
}

/** The skills of all tiers, each name once, and what is wrong with others. */
export interface FoundSkills {
  readonly skills: readonly FoundSkill[]
  readonly problems: readonly SkillProblem[]
}

const limits = { depth: 6, entries: 2_000 }

/** Finds the skills in these folders. The first of two with one name wins, and the other one is a problem that is told. */
export function findSkills(folders: readonly SkillFolder[]): FoundSkills {
  const skills = new Map<string, FoundSkill>()
  const problems: SkillProblem[] = []
  const seen = new Set<string>()
  for (const { tier, path, owner } of folders) {
    if (leadsThroughLink(path, owner)) {
      problems.push({ path, problem: 'It leads through a link, so it is not searched.' })
      continue
    }
    const marked = findMarkedFolders(path, ['SKILL.md', 'skill.md'], limits)
    problems.push(...marked.problems)
    if (marked.isCut)
      problems.push({
        path,
        problem: `It has more than ${limits.entries} folders, or more than ${limits.depth} levels; the rest is not searched.`,
      })
    for (const { folder, real, file } of marked.found) {
      if (seen.has(real)) continue
      seen.add(real)
      if (real === path) {
        problems.push({ path: folder, problem: 'The folder of skills cannot be a skill itself.' })
        continue
      }
      const found = readOne(real, file)
      if (typeof found === 'string') {
        problems.push({ path: folder, problem: found })
        continue
      }
      const other = skills.get(found.name)
      if (other === undefined) skills.set(found.name, { ...found, tier })
      else problems.push({ path: folder, problem: `The skill "${found.name}" of ${other.folder} comes first.` })
    }
  }
  return { skills: [...skills.values()], problems }
}

/** Returns true if only the operator could write a skill. What others wrote is a stranger's words. */
export function isOfOperator({ tier }: Pick<FoundSkill, 'tier'>): boolean {
  return tier === 'home' || tier === 'bundled'
}

/** The skills that were read, by their folders: each session looks for skills, and to parse one again costs more than to read its file. */
const readBefore = new Map<string, { readonly text: string; readonly read: ReadSkill }>()
const mostRemembered = 500

/** Reads the skill in a folder; returns the reason if it is none. */
export function readOne(folder: string, file = 'SKILL.md'): (Omit<FoundSkill, 'tier'> & { folder: string }) | string {
  const text = readSmallFile(join(folder, file), longestSkillBytes)
  if (text === undefined)
    return `${file} is not an ordinary file that can be read, or is longer than ${longestSkillBytes} bytes.`
  const before = readBefore.get(folder)
  const read = before?.text === text ? before.read : readSkill(text, basename(folder))
  if (before === undefined && readBefore.size >= mostRemembered) readBefore.clear()
  readBefore.set(folder, { text, read })
  return read.ok ? { ...read.skill, folder, notes: read.notes } : read.problem
}
