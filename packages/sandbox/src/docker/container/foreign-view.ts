import { readdir } from 'node:fs/promises'
import type { PlannedMount } from './plan-mounts.ts'

/** Some names of this machine that have to be in a folder of a container. */
export interface ViewQuestion {
  readonly source: string
  readonly target: string
  readonly names: readonly string[]
}

const maxNames = 8

/**
 * Takes words as pairs of a folder and names in it, each name with `./` before it, and prints the folders that have none of
 * their names. Folders that cannot be entered are left out: what a program may see there is not known.
 */
export const viewScript = `folder=; seen=yes
end() { [ "$seen" = yes ] || printf '%s\\n' "$folder"; }
for word; do
  case $word in
    /*) end; folder=$word; seen=; cd "$word" 2>/dev/null || seen=yes;;
    *) if [ -e "$word" ] || [ -h "$word" ]; then seen=yes; fi;;
  esac
done
end`

/**
 * Returns what to look for in a new container. An engine on another machine, or in a container itself, mounts folders of
 * the same paths from its own disk, so that programs would work on other files or on none. Folders without entries say
 * nothing.
 */
export async function viewQuestions(mounts: readonly PlannedMount[]): Promise<readonly ViewQuestion[]> {
  const outermost = mounts.filter(
    ({ target }) => !mounts.some((other) => target !== other.target && target.startsWith(`${other.target}/`)),
  )
  const asked = await Promise.all(
    outermost.map(async ({ source, target }) => ({ source, target, names: await namesIn(source) })),
  )
  return asked.filter(({ names }) => names.length > 0)
}

export function viewArguments(questions: readonly ViewQuestion[]): readonly string[] {
  return questions.flatMap(({ target, names }) => [target, ...names.map((name) => `./${name}`)])
}

/** Returns the first question that a container answered with no: all its names are missing there. */
export function foreignView(printed: string, questions: readonly ViewQuestion[]): ViewQuestion | undefined {
  const strange = new Set(printed.split('\n'))
  return questions.find(({ target }) => strange.has(target))
}

/** A mount may be a file, which has no names. */
async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => !/[\n\uFFFD]/.test(name)).slice(0, maxNames)
  } catch {
    return []
  }
}
