import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { isInterpreterName } from '@drawbridge/shell/cover'
import { stableStringify } from '../json/index.ts'
import type { CommandTarget, Target } from '../target/target.ts'

/** The subject of an approval. */
export interface DigestedCall {
  readonly tool: string
  readonly input: unknown
  readonly targets: readonly Target[]
  readonly workspace: string
  /** Names of the variables that its programs get. */
  readonly environment?: readonly string[]
  /** The content of the scripts that it runs, as hashes by path; null for one that could not be read. */
  readonly scripts?: Readonly<Record<string, string | null>>
}

/** SHA-256 (hex) over what an approval is given for: any other input, target, folder, environment or script gives another. */
export function callDigest({ tool, input, targets, workspace, environment, scripts }: DigestedCall): string {
  return createHash('sha256')
    .update(stableStringify({ tool, input, targets, workspace, environment, scripts }))
    .digest('hex')
}

const shells = /^(?:ba|z|da|k|fi|c|tc)?sh$/

/**
 * The files whose content decides what the commands of a call do: what they are known to run or obey in the workspace, programs named
 * by a path, and the scripts that interpreters and shells are given, wherever they lie. Absolute paths; some may not exist.
 */
export function scriptsOf(targets: readonly Target[]): readonly string[] {
  const paths = targets.flatMap((target) => (target.kind === 'command' ? scriptsOfCommand(target) : []))
  return [...new Set(paths)].sort()
}

function scriptsOfCommand({ code = [], ...command }: CommandTarget): readonly string[] {
  return [...code.flatMap(({ path, uncertain }) => (uncertain === true ? [] : [path])), ...givenScripts(command)]
}

function givenScripts({ argv, program, cwd }: CommandTarget): readonly string[] {
  const [name, ...words] = argv
  if (name === undefined) return []
  const own = name.text.includes('/') ? [program.path ?? posix.resolve(cwd, name.text)] : []
  const base = posix.basename(name.text)
  if (!isInterpreterName(base) && !shells.test(base)) return own
  // The interpreter's options decide which word is the script, so every word that could be one is examined.
  const operands = words.filter((word) => word.static && word.text !== '' && !word.text.startsWith('-'))
  return [...own, ...operands.map(({ text }) => posix.resolve(cwd, text))]
}
