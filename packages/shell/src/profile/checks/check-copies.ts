import { isProtectedPath } from '../../effect/protected-path.ts'
import { mayFindProtected } from '../../effect/protected-pattern.ts'
import { resolvePath } from '../../effect/resolve-path.ts'
import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** The last operand, or the folder of `-t`, may be a folder: what is copied then keeps its name there. */
export function checkCopies(call: CallBuilder): void {
  const words = call.parsed.operands.map(({ word }) => word)
  const folder = call.parsed.options.find(({ option }) => /^(?:-t|--target-directory)$/.test(option.name))?.value
  const target = folder ?? words.at(-1)
  if (target === undefined) return
  for (const source of folder === undefined ? words.slice(0, -1) : words) {
    const placed = placedIn(target, source)
    const path = resolvePath(call.cwd, placed.text)
    if (isProtectedPath(path) || (placed.pattern && mayFindProtected(path, false))) call.path(placed, 'write')
  }
}

function placedIn(target: Word, source: Word): Word {
  const text = source.text.replace(/\/+$/, '')
  const name = text.slice(text.lastIndexOf('/') + 1)
  return { ...source, text: `${target.text}/${name}`, prefix: `${target.prefix}/` }
}
