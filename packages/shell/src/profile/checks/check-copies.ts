import { isProtectedPath } from '../../effect/protected-path.ts'
import { mayFindProtected } from '../../effect/protected-pattern.ts'
import { resolvePath } from '../../effect/resolve-path.ts'
import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** The target of a call that copies, moves or links, and what it places there. The target is the last operand, unless `-t` names a folder. */
interface Placement {
  readonly sources: readonly Word[]
  readonly target: Word
}

/** The last operand, or the folder of `-t`, may be a folder: what is copied then keeps its name there. */
export function checkCopies(call: CallBuilder): void {
  const placement = placementOf(call)
  if (placement === undefined) return
  for (const source of placement.sources) {
    const placed = placedIn(placement.target, source)
    const path = resolvePath(call.cwd, placed.text)
    if (isProtectedPath(path) || (placed.pattern && mayFindProtected(path, false))) call.path(placed, 'write')
  }
}

/** Notes sources as read: what is moved, or gets another name, can be read there, with everything below it. */
export function checkMoves(call: CallBuilder): void {
  checkCopies(call)
  call.recursive = true
  call.reach = { hidden: true, followsLinks: false, names: [] }
  for (const source of placementOf(call)?.sources ?? []) call.path(source, 'read')
}

function placementOf(call: CallBuilder): Placement | undefined {
  const words = call.parsed.operands.map(({ word }) => word)
  const folder = call.parsed.options.find(({ option }) => /^(?:-t|--target-directory)$/.test(option.name))?.value
  const target = folder ?? words.at(-1)
  if (target === undefined) return undefined
  return { target, sources: folder === undefined && words.length > 1 ? words.slice(0, -1) : words }
}

function placedIn(target: Word, source: Word): Word {
  const text = source.text.replace(/\/+$/, '')
  const name = text.slice(text.lastIndexOf('/') + 1)
  return { ...source, text: `${target.text}/${name}`, prefix: `${target.prefix}/` }
}
