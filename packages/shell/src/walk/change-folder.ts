import { isInside, resolvePath } from '../effect/resolve-path.ts'
import type { World } from '../effect/world.ts'
import type { ShellCommand } from '../shell-command.ts'
import { staticWord, type Word } from '../word/word.ts'
import type { Shell, Walker } from './walker.ts'

/** Applies `cd`, `pushd` and `popd` to the rest of the line. */
export function changeFolder(command: ShellCommand, { shell, walk }: Walker): void {
  const { name } = command.call
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd' && name !== 'chdir') return
  const words = command.argv.slice(1)
  const end = words.findIndex((word) => word.text === '--')
  const options = end === -1 ? words : words.slice(0, end)
  const operands = [
    ...options.filter((word) => word.text === '-' || !/^-[LPe@n]*$/.test(word.text)),
    ...(end === -1 ? [] : words.slice(end + 1)),
  ]
  const [target = staticWord(walk.world.home)] = operands
  // The folder before, or one of those that were put aside.
  const isRemembered = name === 'popd' || target.text === '-' || /^[+-]\d/.test(target.text)
  moveTo(isRemembered ? { ...target, static: false } : target, shell, walk.world)
}

/** Makes a shell work in another folder from here on. */
export function moveTo(target: Word, shell: Shell, world: World): void {
  const { location } = shell
  const path = resolvePath(location.path, target.text)
  shell.location = {
    path: target.static ? path : location.path,
    known: location.known && target.static,
    moved: location.moved === true || !target.static || path !== location.path,
    left: location.left || !target.static || !isInside(path, world.workspace),
  }
  shell.scope = { ...shell.scope, cwd: shell.location.path }
}
